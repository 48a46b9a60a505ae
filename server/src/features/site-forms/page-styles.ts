/** Styles of server-rendered pages, in addition to those of the site. The colours are in web/src/ui/tokens.css. */
export const pageStyles = `
.plain{box-sizing:border-box;max-width:calc(46rem + 2*var(--site-gutter));margin:0 auto;padding:clamp(2rem,5vw,4rem) var(--site-gutter) clamp(3rem,7vw,6rem);font-size:1.0625rem;line-height:1.6}
.plain h1{margin:0 0 .75rem;font-size:clamp(2.25rem,1.5rem + 3.2vw,3.5rem);font-weight:700;line-height:1.08;letter-spacing:-.018em;text-wrap:balance}
.plain h1+p{margin:0 0 1.5rem;color:var(--raahi-ink-soft);font-size:1.1875rem}
.plain h2{margin:1.75rem 0 .5rem;font-size:1.3125rem}
.plain ol{margin:0;padding-left:1.5rem}.plain li{padding-left:.25rem}.plain ol li::marker{color:var(--raahi-action-text);font-family:var(--raahi-font-display);font-weight:700}
.plain a{color:var(--raahi-link);text-underline-offset:.2em}
.plain form{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:1.125rem .75rem;padding:clamp(1.25rem,3.5vw,2.5rem);border:1px solid var(--raahi-line);border-radius:2.5rem 2.5rem 1rem 1rem;background:var(--raahi-surface)}
.plain form>*{grid-column:1/-1}.plain form>.number{grid-column:span 2}.plain form>button{justify-self:start}
.plain label{display:block;margin:0 0 .25rem;font-weight:600}.plain label span{color:var(--raahi-ink-soft);font-weight:400}
.plain input,.plain select,.plain textarea{box-sizing:border-box;width:100%;min-height:3rem;padding:.5625rem .875rem;border:1px solid var(--raahi-line-strong);border-radius:.625rem;background:var(--raahi-surface);color:inherit;font:inherit}
.plain [aria-invalid]{border:2px solid var(--raahi-danger-text)}
.plain .agreement{display:flex;gap:.875rem;padding:1rem 1.125rem;border-radius:1.25rem .625rem .625rem;background:var(--raahi-action-soft);font-weight:400;cursor:pointer}
.plain .agreement input{flex:none;width:1.5rem;min-height:1.5rem;height:1.5rem;margin:.0625rem 0 0;accent-color:var(--raahi-link)}
.plain .hint{margin:.25rem 0 0;color:var(--raahi-ink-soft);font-size:.9375rem}
.plain .error{margin:.25rem 0 0;color:var(--raahi-danger-text)}
.plain .summary{margin:0 0 1.5rem;padding:1rem 1.25rem;border:2px solid var(--raahi-danger-text);border-radius:1rem;background:var(--raahi-surface)}.plain .summary ul{margin:.375rem 0 0;padding-left:1.25rem}
.plain h2+p{margin:0}
.plain p.ticket{margin:0 0 1.5rem;color:inherit;padding:1rem 1.5rem;border-left:.5rem dotted var(--raahi-action);border-radius:0 1.25rem 1.25rem 0;background:var(--raahi-action-soft)}.plain .ticket strong{display:block;font-size:1.75rem;line-height:1.3;font-variant-numeric:tabular-nums}
.plain .ways{display:flex;flex-wrap:wrap;gap:.75rem;margin:2rem 0 0}
.plain button,.plain .ways a{display:inline-flex;align-items:center;min-height:3rem;padding:.5rem 1.75rem;border:0;border-radius:.75rem;background:var(--raahi-action);color:#1d1942;font:inherit;font-size:1.125rem;font-weight:600;text-decoration:none;cursor:pointer}
.plain .ways a+a{border:1px solid var(--raahi-line-strong);background:var(--raahi-surface);color:var(--raahi-ink)}
.plain button:hover,.plain .ways a:hover{filter:brightness(.96)}
.plain .honeypot{position:absolute;top:0;left:-9999px}
@media (min-width:34em){.plain form>.select{grid-column:span 2}.plain form>:is(.text,.tel,.email,.date){grid-column:span 3}}`
