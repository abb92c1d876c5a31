# shellcheck shell=bash disable=SC2154
# For chroot_check and fresh_check, which read this file: a bare Debian in a folder, and steps with their seconds.
# Expects the variables `work`, a folder, and `root`, the system in it. As root, with debootstrap and a network.
log=$work/log.txt

fail() {
  echo "$(basename "$0"): $1" >&2
  exit 2
}

# step WHAT COMMAND...: runs it into the log, and says how long it took.
step() {
  local what=$1 begin=$EPOCHREALTIME status=0
  shift
  { echo "== $what"; "$@"; } >>"$log" 2>&1 || status=$?
  awk -v a="$begin" -v b="$EPOCHREALTIME" -v s="$status" -v w="$what" \
    'BEGIN { printf "%-6s %7.1f s  %s\n", s == 0 ? "ok" : "FAILED", b - a, w }'
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$log" >&2
    exit 1
  fi
}

# Namespaces of its own, so that nothing stays mounted or running once it ends.
inside() {
  # shellcheck disable=SC2016  # expanded inside
  unshare --mount --pid --fork --kill-child bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && shift
    exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$1"' "$root" "$root" "$1"
}

tools() {
  inside "apt-get -q -y --no-install-recommends install $1"
}

# bare_system SUITE: what debootstrap makes is kept in SUITE.tar, for the next time.
# Functions that `step` runs end at the first failure by '&&': 'set -e' does not reach into them.
bare_system() {
  local saved=$work/$1.tar
  rm -rf "$root" && mkdir -p "$root" &&
    if [ -f "$saved" ]; then
      tar -C "$root" -xf "$saved"
    else
      debootstrap --variant=minbase "$1" "$root" && tar -C "$root" -cf "$saved" .
    fi && cp /etc/resolv.conf "$root/etc/" && inside "apt-get -qq update"
}

[ "$(id -u)" -eq 0 ] || fail "found user $(id -un), expected root, who may chroot"
command -v debootstrap >/dev/null || fail "found no debootstrap: apt-get install debootstrap"
mkdir -p "$work"
: >"$log"
