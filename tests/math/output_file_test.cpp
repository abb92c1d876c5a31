#include "math/output_file.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "support/temp_folder.h"

namespace keystone {
namespace {

// While it lives, the system takes no more than so many bytes of a file, as a full disk does.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

class OutputFiles : public TempFolder {
 protected:
  // Names in the folder.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }
};

using Names = std::vector<std::string>;

TEST_F(OutputFiles, GetTheirNameWhenTheyAreWhole) {
  write("a.csv", "old");
  OutputFile file(path("a.csv"));
  file.out() << "new" << 1;
  file.flush();
  EXPECT_EQ(bytesOf(path("a.csv")), "old");
  EXPECT_EQ(bytesOf(file.partial()), "new1");
  EXPECT_EQ(files(), (Names{"a.csv", "a.partial.csv"}));
  file.close();
  EXPECT_EQ(bytesOf(path("a.csv")), "new1");
  EXPECT_EQ(files(), Names{"a.csv"});
}

TEST_F(OutputFiles, LeaveNothingWhereTheyAreGivenUp) {
  write("a.csv", "old");
  OutputFile(path("a.csv")).out() << "new";
  OutputFile(path("b.csv")).out() << "new";
  EXPECT_EQ(files(), Names{"a.csv"});
  EXPECT_EQ(bytesOf(path("a.csv")), "old");
}

TEST_F(OutputFiles, OfOneNameDoNotMix) {
  OutputFile first(path("a.csv")), second(path("a.csv"));
  first.out() << "first";
  second.out() << "second";
  second.close();
  first.close();
  EXPECT_EQ(bytesOf(path("a.csv")), "first");
  EXPECT_EQ(files(), Names{"a.csv"});
}

TEST_F(OutputFiles, SayAtOnceThatTheDiskIsFull) {
  write("a.csv", "old");
  const SmallDisk disk(100'000);
  OutputFile file(path("a.csv"));
  const std::string line(1000, 'x');
  int lines = 0;
  try {
    for (; lines < 1000; ++lines) file.out() << line;
  } catch (const OutputError& error) {
    EXPECT_EQ(std::string(error.what()),
              path("a.csv") + ": found a file that cannot be written (File too large), expected one that can");
  }
  EXPECT_LT(lines, 200) << "a buffer of 64 KiB later at most";
  EXPECT_THROW(file.close(), OutputError);
  EXPECT_EQ(bytesOf(path("a.csv")), "old");
}

TEST_F(OutputFiles, SayAtTheEndWhatTheirBufferHeldBack) {
  {
    const SmallDisk disk(10);
    OutputFile file(path("a.csv"));
    file.out() << "more than ten bytes";
    EXPECT_THROW(file.close(), OutputError);
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(OutputFiles, RefuseABadPlaceBeforeTheWork) {
  std::filesystem::create_directory(path("folder"));
  write("file", "");
  for (const auto& [name, why] : {std::pair("no/a.csv", "No such file"), std::pair("folder", "Is a directory"),
                                  std::pair("file/a.csv", "Not a directory"), std::pair("", "No such file")}) {
    try {
      checkPlace(*name == '\0' ? "" : path(name));
      ADD_FAILURE() << name;
    } catch (const OutputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  }
  checkPlace(path("a.csv"));
  EXPECT_EQ(files(), (Names{"file", "folder"}));
}

TEST_F(OutputFiles, KeepLinksAndPermissions) {
  write("real.csv", "old");
  ::chmod(path("real.csv").c_str(), 0640);
  std::filesystem::create_symlink("real.csv", path("link.csv"));
  writeFile(path("link.csv"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.csv")));
  EXPECT_EQ(bytesOf(path("real.csv")), "new");
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(path("real.csv")).permissions()), 0640U);
}

TEST_F(OutputFiles, DevicesAreWrittenDirectly) {
  writeFile("/dev/null", "new");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THROW(writeFile("/dev/full", "new"), OutputError);
}

}  // namespace
}  // namespace keystone
