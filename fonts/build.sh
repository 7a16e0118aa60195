#!/usr/bin/env bash
# Builds the fonts of static/fonts from Debian's packages of LXGW WenKai, a Chinese hand of the
# brush, and EB Garamond: only the characters that `characters.js` names, so that pieces, boards
# and headings look the same on every device. Both are under the SIL Open Font License, which
# lets a part be given on if its name is not the reserved one.
#
# Needs apt-get (Debian), python3 with venv, and node.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../static/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download fonts-lxgw-wenkai fonts-ebgaramond
for package in *.deb; do dpkg-deb -x "$package" .; done
python3 -m venv venv
venv/bin/pip install --quiet 'fonttools[woff]==4.68.0'

# subset SOURCE NAME pyftsubset's options…
subset() {
    local source=$1 name=$2
    shift 2
    venv/bin/pyftsubset "$source" --output-file="$out/$name.woff2" --flavor=woff2 \
        --layout-features=kern,liga,calt,onum --no-hinting --desubroutinize --name-IDs=0,13,14 "$@"
}
kai=usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf
for set in pieces headings; do
    node "$here/characters.js" "$set" > "$here/$set.txt"
    subset "$kai" "$set" --text-file="$here/$set.txt"
done
# The pictures that the server draws have the same characters, as outlines: a line each of the
# character, how far it goes and its path, in thousandths of its size, `y` downwards.
venv/bin/python - "$kai" "$here/pieces.txt" > "$here/../server/src/render/glyphs.txt" <<'PYTHON'
import sys
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
glyphs, names = font.getGlyphSet(), font.getBestCmap()
scale = 1000 / font["head"].unitsPerEm
for character in sorted(set(open(sys.argv[2]).read() + "0123456789")):
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyph = glyphs[names[ord(character)]]
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    print(character, round(glyph.width * scale), pen.getCommands(), sep="\t")
PYTHON
subset usr/share/fonts/opentype/ebgaramond/EBGaramond12-Regular.otf latin \
    --unicodes=U+20-7E,U+A0-FF,U+2013,U+2014,U+2018-201D,U+2026

{
    echo "pieces.woff2, headings.woff2 and the characters of the server's pictures are parts of LXGW WenKai:"
    echo "Copyright 2021-2023 LXGW (https://github.com/lxgw/LxgwWenKai), with Reserved Font Names \"霞鹜\" and \"LXGW\""
    echo "Copyright 2020 The Klee Project Authors (https://github.com/fontworks-fonts/Klee)"
    echo "latin.woff2 is a part of EB Garamond:"
    echo "Copyright 2010-2013 Georg Duffner (http://www.georgduffner.at)"
    echo
    echo "This Font Software is licensed under the SIL Open Font License, Version 1.1."
    echo
    sed -n '/^License: OFL-1.1/,/^$/p' usr/share/doc/fonts-lxgw-wenkai/copyright | sed '1d; s/^ \.\?//'
} > "$out/OFL.txt"
ls -l "$out"
