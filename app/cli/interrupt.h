// Ctrl-C and SIGTERM: work ends where it can, and what is done is kept.
#pragma once

#include <atomic>
#include <string>

namespace keystone {

constexpr int kInterrupted = 130;  // exit status: 128 and the number of SIGINT, as shells have it

// From here on the first of these signals sets the flag, which is for a StopScope (math/stop.h). The next one ends the
// program at once. Where they are ignored, under nohup say, they stay so.
const std::atomic<bool>& handleInterrupts();

// Says "SUBJECT: interrupted after N of M PIECES" on standard error, and returns kInterrupted.
int sayInterrupted(const std::string& subject, long done, long total, const std::string& pieces);

}  // namespace keystone
