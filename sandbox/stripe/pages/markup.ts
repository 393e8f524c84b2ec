/** Markup that is safe to insert into a page unescaped. */
export interface Html {
  readonly html: string
}

type Part = string | number | null | Html | readonly Html[]

/** A template whose texts are escaped; only nested `markup` templates stay markup. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: strings.reduce((page, text, index) => page + text + rendered(parts[index] ?? ''), ''),
  }
}

function rendered(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if (part === null) return ''
  return 'html' in part ? part.html : part.map((one) => one.html).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e2, #3a4150); --soft: light-dark(#f5f6fa, #181c25); --ink: light-dark(#1b2130, #e9ecf3); --dim: light-dark(#5b6478, #a3abbd); --accent: light-dark(#4b45d6, #a5a1ff); --on-accent: light-dark(#fff, #16131f); --bad: light-dark(#a8172b, #ff9aa6); }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--soft); color: var(--ink) }
header { padding: .6rem 1rem; border-bottom: 1px solid var(--line); font-size: .9rem; color: var(--dim) }
header strong { color: var(--accent) }
main { max-width: 30rem; margin: 1.5rem auto; padding: 0 1rem }
main.wide { max-width: 84rem }
section, form.card { background: light-dark(#fff, #1f2430); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem }
h1 { font-size: 1.4rem; margin: 0 0 .5rem } h2 { font-size: 1.05rem; margin: 0 0 .5rem }
.amount { font-size: 2rem; font-weight: 650; margin: 0 }
.dim { color: var(--dim) } .bad { color: var(--bad); font-weight: 600 }
label { display: block; margin: .6rem 0 .2rem; font-weight: 600 }
input { width: 100%; font: inherit; padding: .6rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem }
button { font: inherit; min-height: 44px; padding: .5rem .9rem; border-radius: 6px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer }
button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); font-weight: 650; width: 100%; margin-top: 1rem }
.stack button { width: 100%; margin-top: .6rem } .row { display: flex; flex-wrap: wrap; gap: .5rem } .row form { margin: 0 }
button.small { min-height: 36px; padding: .2rem .6rem; font-size: .85rem }
a { color: var(--accent) } a.cancel { display: inline-block; padding: .7rem 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .88rem } th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line); white-space: nowrap }
code { font-size: .85em }
`

/** A complete page, labelled as a sandbox. `wide` is for tables. */
export function page(title: string, body: Html, options: { wide?: boolean } = {}): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Stripe sandbox</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header><strong>Stripe sandbox</strong> · no real money moves here</header>
<main class="${options.wide === true ? 'wide' : ''}">${body}</main>
</body>
</html>`.html
}
