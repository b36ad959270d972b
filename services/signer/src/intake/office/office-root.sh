# Takes everything away from the command that follows, as far as the namespaces that it is called in allow.
#
# usage: sh -c "$(cat office-root.sh)" office-root GROUP CLAIMS FILES PROGRAM COMMAND…
#   GROUP   the cgroup.procs of a group to join, or nothing
#   CLAIMS  words such as net=net:[4026531840]: kinds of namespace that must not be the ones outside
#   FILES   yes: a root of its own, read-only, with programs, libraries and fonts, and an empty /tmp in memory
#   PROGRAM that is to be visible there
# The working folder is empty and serves as the place to mount at. What stands here needs util-linux and a shell alone.
set -eu
group=$1 claims=$2 files=$3 program=$4
shift 4
[ -z "$group" ] || echo 0 > "$group"
for claim in $claims; do
  inside=$(readlink "/proc/self/ns/${claim%%=*}")
  [ "$inside" != "${claim#*=}" ]
done
start() {
  [ $$ -eq 1 ] || exec "$@"
  # The first process of a namespace ends with the one outside that made it, and all others with it; but not when it
  # becomes another user (prctl(2), PR_SET_PDEATHSIG).
  "$@" || exit $?
  exit 0
}
[ "$files" = yes ] || start "$@"

# Mounts made here are invisible to other processes.
mount --make-rprivate /
root=$PWD
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs "$root"
cd "$root"
mkdir -p proc dev tmp old etc
mount -t tmpfs -o size=256m,mode=1777,nosuid,nodev,noexec tmpfs tmp

show() {
  mount --rbind "$1" ".$1"
  mount -o remount,bind,ro,nosuid,nodev ".$1"
}
for folder in /bin /lib /lib32 /lib64 /usr/bin /usr/lib /usr/lib32 /usr/lib64 \
  /usr/share/fonts /usr/local/share/fonts /usr/share/fontconfig /var/cache/fontconfig /etc/fonts \
  /usr/share/libreoffice /var/lib/libreoffice /etc/libreoffice /etc/alternatives \
  /usr/share/hunspell /usr/share/hyphen /usr/share/mythes /usr/share/icu /usr/share/liblangtag /usr/share/mime \
  /usr/share/zoneinfo; do
  if [ -L "$folder" ]; then
    cp -P "$folder" ".$folder"
  elif [ -d "$folder" ]; then
    mkdir -p ".$folder"
    show "$folder"
  fi
done
# An installation of its own, such as /opt/libreoffice24.8/program/soffice; of any other program, the file alone.
if [ ! -e ".$program" ]; then
  case $program in
    */program/soffice)
      installed=${program%/program/soffice}
      mkdir -p ".$installed"
      show "$installed"
      ;;
    *)
      mkdir -p ".${program%/*}"
      : > ".$program"
      show "$program"
      ;;
  esac
fi
for device in null zero full random urandom; do
  : > "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
[ ! -e /etc/ld.so.cache ] || cp /etc/ld.so.cache etc
echo "office:x:$(id -u):$(id -g)::/tmp:/bin/false" > etc/passwd
# soffice will not start without this file, and needs nothing else of /proc.
: > proc/version

pivot_root . old
cd /
# umount reads /proc/self/mountinfo; with it goes the last way to what lies outside.
mount --rbind old/proc proc
umount -l /old
umount -l /proc
rmdir /old
export HOME=/tmp TMPDIR=/tmp PATH=/usr/bin:/bin
cd /tmp
start "$@"
