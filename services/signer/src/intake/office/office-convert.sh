# Converts the document on standard input to a PDF on standard output, within the folder $HOME.
#
# usage: sh -c "$(cat office-convert.sh)" office-convert TYPE SOFFICE SETTINGS
set -eu
cd "$HOME"
cat > "document.$1"
mkdir -p profile/user
printf '%s' "$3" > profile/user/registrymodifications.xcu
# The loader finds the program's own libraries by /proc/self/exe, which may not be there.
program=$(readlink -f "$2")
export LD_LIBRARY_PATH="${program%/*}"
"$2" --headless --norestore --nolockcheck --nodefault "-env:UserInstallation=file://$HOME/profile" \
  --convert-to pdf:writer_pdf_Export --outdir "$HOME" "$HOME/document.$1" < /dev/null >&2 || :
# Its status says nothing: soffice exits with 0 even when it wrote no file.
exec cat document.pdf
