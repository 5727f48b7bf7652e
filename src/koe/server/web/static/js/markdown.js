// Markdown -> the text that a reader would say: without marks, addresses and code.

export function markdownText(source) {
  return source
    .replace(/^---\n[\s\S]*?\n---\n/, "") // front matter
    .replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^ {0,3}#{1,6} +(.*?) *#*$/gm, (_, title) => (/[.!?:]$/.test(title) ? title : `${title}.`))
    .replace(/^(.+)\n(=+|-{2,})$/gm, "$1.")
    .replace(/^ {0,3}(?:[-*_] *){3,}$/gm, "")
    .replace(/^[ \t]*> ?/gm, "")
    .replace(/^[ \t]*(?:[-*+]|\d+[.)]) +(?:\[[ xX]\] +)?/gm, "")
    .replace(/^[ \t]*\|?[ \t:|-]+\|[ \t:|-]*$/gm, "")
    .replace(/^\|(.*)\|$/gm, (_, row) => row.split("|").map(cell => cell.trim()).join(", "))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]+)\]\((?!\/)[^)]*\)/g, "$1") // but not [word](/phonemes/)
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, "$1")
    .replace(/^\[[^\]]+\]:\s.*$/gm, "")
    .replace(/<\/?[a-z][^>\n]*>/gi, "")
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, "$1")
    .replace(/(?<!\w)_(?=\S)([^_\n]*?\S)_(?!\w)/g, "$1")
    .replace(/~~([^~]+)~~/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
