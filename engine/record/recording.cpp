#include "record/recording.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "math/output_file.h"
#include "record/version.h"
#include "record/world_state.h"

namespace keystone {
namespace {

enum class BlockKind : std::uint32_t { Scene = 1, State, Change, Steps };

// A block: this, then `stored` bytes that zlib has packed.
struct BlockHead {
  std::uint32_t kind, stored, whole, check;  // sizes [bytes], packed and not; CRC-32 of the packed ones
};

constexpr std::size_t kMostBytes = std::size_t{256} << 20;    // of a block: a million bodies
constexpr std::size_t kLeastStored = 8;                       // bytes: zlib makes nothing shorter
constexpr std::size_t kMostFileBytes = std::size_t{4} << 30;  // it is read at once: more would not fit into memory

[[noreturn]] void fail(const std::string& path, const std::string& found, const std::string& expected) {
  throw RecordingError(path + ": found " + found + ", expected " + expected);
}

std::uint32_t checkOf(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

void writeStep(ByteWriter& bytes, const RecordedStep& step) {
  bytes(static_cast<std::int64_t>(step.step));
  bytes(step.hash);
  bytes(step.residual);
  bytes(step.impacts);
  bytes(step.failed);
  bytes.list(step.drags, [](ByteWriter& to, const Drag& drag) { writeDrag(drag, to); });
}

void readStep(ByteReader& bytes, RecordedStep& step) {
  std::int64_t number = 0;
  bytes(number);
  step.step = static_cast<long>(number);
  bytes(step.hash);
  bytes(step.residual);
  bytes(step.impacts);
  bytes(step.failed);
  bytes.list(step.drags, [](ByteReader& from, Drag& drag) { readDrag(from, drag); });
}

std::string readAll(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail(path, "a folder", "a recording");
  if (!std::filesystem::exists(path, error)) fail(path, "no such file", "a recording");
  if (!std::filesystem::is_regular_file(path, error)) fail(path, "a device or pipe", "a recording");
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > kMostFileBytes) fail(path, "a file of more than 4 GiB", "a shorter recording");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, std::string("an unreadable file (") + std::strerror(errno) + ")", "a recording");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Of another version or none.
[[noreturn]] void failTitle(const std::string& path, std::string_view file) {
  const std::string_view words = kRecordingTitle.substr(0, kRecordingTitle.rfind(' ') + 1);
  const std::size_t digits = file.substr(0, 40).find_first_not_of("0123456789", words.size());
  const bool is_version =
      file.starts_with(words) && digits != std::string_view::npos && digits > words.size() && file[digits] == '\n';
  if (!is_version) fail(path, "another file", "a recording");
  const std::string_view own = kRecordingTitle.substr(words.size(), kRecordingTitle.size() - 1 - words.size());
  fail(path, "recording format " + std::string(file.substr(words.size(), digits - words.size())), std::string(own));
}

// Whether a whole block begins here: its sum says so.
bool isBlock(std::string_view bytes) {
  BlockHead head{};
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  const bool is_kind = head.kind >= static_cast<std::uint32_t>(BlockKind::Scene) &&
                       head.kind <= static_cast<std::uint32_t>(BlockKind::Steps);
  return is_kind && head.stored >= kLeastStored && head.stored <= bytes.size() - sizeof head &&
         checkOf(bytes.substr(sizeof head, head.stored)) == head.check;
}

// A program that was cut off leaves the beginning of one block. Where that block is there to its end, or others follow,
// it is its length that is wrong.
bool isDamaged(std::string_view rest) {
  BlockHead head{};
  if (rest.size() < sizeof head) return false;
  std::memcpy(&head, rest.data(), sizeof head);
  if (checkOf(rest.substr(sizeof head)) == head.check && rest.size() > sizeof head) return true;
  for (std::size_t at = 1; at + sizeof head <= rest.size(); ++at)
    if (isBlock(rest.substr(at))) return true;
  return false;
}

std::string unpacked(const BlockHead& head, std::string_view stored) {
  std::string bytes(head.whole, '\0');
  uLongf size = head.whole;
  const int status = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                                reinterpret_cast<const Bytef*>(stored.data()), static_cast<uLong>(stored.size()));
  if (status != Z_OK || size != head.whole)
    throw BytesError("found a block that does not unpack, expected one that does");
  return bytes;
}

// Adds what a block holds.
void addBlockTo(Recording& recording, BlockKind kind, std::string bytes) {
  const auto expectEnd = [](const ByteReader& reader) {
    if (!reader.atEnd()) throw BytesError("found more bytes, expected the end of a block");
  };
  const auto position = static_cast<long>(recording.steps.size());
  if (kind == BlockKind::Scene) {
    ByteReader reader(bytes);
    RecordedScene& scene = recording.scenes.emplace_back();
    reader(scene.id);
    reader(scene.text);
    expectEnd(reader);
  } else if (kind == BlockKind::State || kind == BlockKind::Change) {
    if (recording.scenes.empty()) throw BytesError("found a state before any scene, expected the scene first");
    recording.states.push_back({position, recording.scenes.size() - 1, std::move(bytes), kind == BlockKind::Change});
  } else if (kind == BlockKind::Steps) {
    if (recording.states.empty()) throw BytesError("found steps before any state, expected the state first");
    std::vector<RecordedStep> steps;
    ByteReader reader(bytes);
    reader.list(steps, readStep);
    expectEnd(reader);
    recording.steps.insert(recording.steps.end(), std::make_move_iterator(steps.begin()),
                           std::make_move_iterator(steps.end()));
  } else {
    throw BytesError("found a block of kind " + std::to_string(static_cast<std::uint32_t>(kind)) + ", expected 1 to 4");
  }
}

}  // namespace

Recording readRecording(const std::string& path) {
  const std::string file = readAll(path);
  if (!file.starts_with(kRecordingTitle)) failTitle(path, file);
  Recording recording;
  std::size_t at = kRecordingTitle.size();
  const std::size_t line = file.find('\n', at);
  if (line == std::string::npos) fail(path, "no line of the program that recorded it", "one");
  recording.program = file.substr(at, line - at);
  for (at = line + 1; at < file.size();) {
    const std::size_t left = file.size() - at;
    BlockHead head{};
    if (left >= sizeof head) std::memcpy(&head, file.data() + at, sizeof head);
    if (left < sizeof head || head.stored > left - sizeof head) {
      if (isDamaged(std::string_view(file).substr(at)))
        throw RecordingError(path + ": byte " + std::to_string(at) +
                             ": found a block with a wrong length, expected it as it was written");
      recording.lost = left;
      break;
    }
    const std::string_view stored = std::string_view(file).substr(at + sizeof head, head.stored);
    try {
      if (head.whole > kMostBytes) throw BytesError("found a block of more than 256 MiB, expected a smaller one");
      if (checkOf(stored) != head.check)
        throw BytesError("found a block with a wrong sum, expected it as it was written");
      addBlockTo(recording, static_cast<BlockKind>(head.kind), unpacked(head, stored));
    } catch (const BytesError& error) {
      throw RecordingError(path + ": byte " + std::to_string(at) + ": " + error.what());
    }
    at += sizeof head + head.stored;
  }
  if (recording.states.empty()) fail(path, "nothing recorded", "one state at least");
  return recording;
}

RecordingFile::RecordingFile(const std::string& path) : file_(std::make_unique<OutputFile>(path)) {
  file_->out() << kRecordingTitle << version() << '\n';
}

RecordingFile::~RecordingFile() = default;

void RecordingFile::close() {
  file_->close();
}

const std::string& RecordingFile::path() const {
  return file_->path();
}

void RecordingFile::addScene(const RecordedScene& scene) {
  ByteWriter bytes;
  bytes(scene.id);
  bytes(scene.text);
  addBlock(static_cast<std::uint32_t>(BlockKind::Scene), bytes.bytes());
}

void RecordingFile::addState(const World& world, bool is_change) {
  ByteWriter bytes;
  writeState(world, bytes);
  addBlock(static_cast<std::uint32_t>(is_change ? BlockKind::Change : BlockKind::State), bytes.bytes());
}

void RecordingFile::addSteps(const std::vector<RecordedStep>& steps) {
  ByteWriter bytes;
  bytes.list(steps, writeStep);
  addBlock(static_cast<std::uint32_t>(BlockKind::Steps), bytes.bytes());
}

void RecordingFile::addBlock(std::uint32_t kind, std::string_view bytes) {
  if (bytes.size() > kMostBytes) fail(path(), "a world of more than 256 MiB", "a smaller one");
  std::string block(sizeof(BlockHead) + compressBound(static_cast<uLong>(bytes.size())), '\0');
  uLongf stored = static_cast<uLongf>(block.size() - sizeof(BlockHead));
  if (compress2(reinterpret_cast<Bytef*>(block.data() + sizeof(BlockHead)), &stored,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), Z_BEST_SPEED) != Z_OK)
    fail(path(), "a block that zlib does not pack", "one that it does");
  block.resize(sizeof(BlockHead) + stored);
  const BlockHead head{kind, static_cast<std::uint32_t>(stored), static_cast<std::uint32_t>(bytes.size()),
                       checkOf(std::string_view(block).substr(sizeof(BlockHead)))};
  std::memcpy(block.data(), &head, sizeof head);
  file_->out() << block;
  file_->flush();  // a program that is killed loses no block that was added
}

}  // namespace keystone
