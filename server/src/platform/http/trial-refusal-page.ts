import { escapeHtml } from '../mail/escape-html.ts'

/**
 * The page that a browser shows if a trial refuses the request. It needs no other file, because those are refused too.
 */
export function trialRefusalPage(message: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>A trial of Raahi</title><link rel="icon" href="data:,"><style>${styles}</style></head>
<body><main><h1>This trial stays on its own computer</h1><p>${escapeHtml(message)}</p></main></body></html>
`
}

// The colours of web/src/ui/tokens.css.
const styles = `
:root{--paper:#faf6ee;--surface:#fff;--line:#e6dccb;--ink:#211d4a;--soft:#5a5672}
@media (prefers-color-scheme:dark){:root{--paper:#141230;--surface:#1d1a40;--line:#363160;--ink:#f1edf8;--soft:#b5b0cf}}
*{box-sizing:border-box}
body{display:grid;min-height:100vh;margin:0;padding:20px;place-items:center;background:var(--paper);color:var(--ink);font:17px/1.6 Mukta,system-ui,sans-serif}
main{max-width:34rem;padding:32px 36px 36px;background:var(--surface);border:1px solid var(--line);border-top:6px solid #f5a524;border-radius:14px}
h1{margin:0 0 8px;font:600 28px/1.25 Eczar,Georgia,serif;text-wrap:balance}
p{margin:0;color:var(--soft);overflow-wrap:break-word}
@media (max-width:479px){main{padding:24px}}
`
