/** Escapes text for HTML, inside and outside quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A complete sandbox page. Plain on purpose: no one should mistake it for the product. */
export function sandboxPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.125rem; margin: 2rem 0 0; }
  .note { color: light-dark(#555, #aaa); margin: 0 0 1.5rem; font-size: .9rem; }
  ul.rows { list-style: none; margin: 0; padding: 0; border-top: 1px solid light-dark(#ccc, #444); }
  ul.rows > li { border-bottom: 1px solid light-dark(#ccc, #444); }
  ul.rows a, ul.rows button { display: block; width: 100%; box-sizing: border-box; padding: .75rem .5rem;
    font: inherit; color: inherit; text-align: left; text-decoration: none; background: none; border: 0; cursor: pointer; }
  ul.rows a:hover, ul.rows button:hover { background: light-dark(#f2f2f2, #222); }
  ul.rows small { display: block; color: light-dark(#555, #aaa); overflow-wrap: anywhere; }
  form.fields { display: grid; gap: .75rem; max-width: 24rem; margin: 1rem 0; }
  label { display: grid; gap: .25rem; } label.check { grid-template-columns: auto 1fr; gap: .5rem; align-items: center; }
  input:not([type=checkbox]), select { font: inherit; padding: .5rem; min-width: 0; }
  select { min-height: 2.75rem; }
  form.acts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }
  .act { font: inherit; padding: .5rem 1rem; cursor: pointer; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; } dd { margin: 0; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 70vh; border: 1px solid light-dark(#ccc, #444); background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
<body>
${body}
</body>
</html>
`
}
