import { escapeHtml } from './escape-html.ts'

/** A page of the mailbox or of the SMS list of a trial. @param body HTML */
export function devPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)} · Raahi</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${styles}</style></head>
<body><header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">Raahi</a></header><main>${body}</main></body></html>
`
}

// The colours of web/src/ui/tokens.css.
const styles = `
:root{--paper:#faf6ee;--surface:#fff;--hover:#f7f1e6;--line:#e6dccb;--edge:#8a7f6b;--ink:#211d4a;--soft:#5a5672;--link:#3f3b98;--well:#fdf0d5;--focus:#4a45b0}
@media (prefers-color-scheme:dark){:root{--paper:#141230;--surface:#1d1a40;--hover:#25214e;--line:#363160;--edge:#8480ad;--ink:#f1edf8;--soft:#b5b0cf;--link:#b9b4ff;--well:#3d2f35;--focus:#b9b4ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Mukta,system-ui,sans-serif}
header{background:#211d4a;border-bottom:4px solid #f5a524}
header a{display:flex;gap:10px;align-items:center;max-width:52rem;margin:0 auto;padding:12px 20px;color:#f4f1ff;text-decoration:none;font:600 22px/1.2 Eczar,Georgia,serif}
main{max-width:52rem;margin:0 auto;padding:24px 20px 48px}
h1{margin:0 0 4px;font:600 28px/1.25 Eczar,Georgia,serif;overflow-wrap:anywhere}
h2{margin:28px 0 8px;font:600 18px/1.3 Mukta,system-ui,sans-serif}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.quiet{color:var(--soft)}
.card{background:var(--surface);border:1px solid var(--line);border-radius:14px}
.empty{padding:32px 20px;text-align:center;color:var(--soft)}
::placeholder{color:var(--soft);opacity:1}
form{margin:20px 0 16px}
label{display:block;font-weight:600;margin-bottom:4px}
.line{display:flex;gap:8px}
input{flex:1;min-width:0;height:44px;padding:0 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:10px}
button{height:44px;padding:0 18px;font:inherit;font-weight:600;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:10px;cursor:pointer}
button:hover{background:var(--hover)}
ul.card{margin:0 0 16px;padding:0;list-style:none;overflow:hidden}
ul.card li+li{border-top:1px solid var(--line)}
ul.card a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:14px 20px;color:inherit;text-decoration:none}
ul.card a:hover{background:var(--hover)}
.message{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:14px 20px}
.fault{padding:14px 20px;background:var(--well)}
.subject{grid-column:1/-1;font-weight:600;overflow-wrap:anywhere}
.to{overflow-wrap:anywhere}
time{font-variant-numeric:tabular-nums}
dl{margin:16px 0;padding:6px 20px}
dl div{display:grid;grid-template-columns:5rem 1fr;gap:12px;padding:10px 0;align-items:baseline}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.links{margin:0;padding:0;list-style:none}
.code{display:inline-block;padding:2px 14px;background:var(--well);border-radius:10px;font:700 24px/1.4 ui-monospace,Consolas,monospace;letter-spacing:4px}
iframe{display:block;width:100%;height:640px}
pre{margin:0;padding:16px 20px;font:15px/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:479px){ul.card a,.message{grid-template-columns:1fr}}
`
