/** The page that lists the sandbox's test values. It needs no script. */
export const guidePage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Payment sandbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>
:root{color-scheme:light dark;--paper:light-dark(#faf6ee,#141230);--surface:light-dark(#fff,#1d1a40);--line:light-dark(#e6dccb,#363160);--ink:light-dark(#211d4a,#f1edf8);--soft:light-dark(#5a5672,#b5b0cf);--good:light-dark(#1f6b3a,#86d59a);--bad:light-dark(#a32a1f,#ff9d8f)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Mukta,system-ui,sans-serif}
.mark{margin:0;padding:.5rem 1rem;text-align:center;font-weight:600;color:#2b2100;background:repeating-linear-gradient(-45deg,#ffd95e 0 14px,#ffcf3d 14px 28px)}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.9rem;line-height:1.2}h2{margin:2.2rem 0 .6rem;font-size:1.3rem}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:14px;background:var(--surface)}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1rem;padding:.6rem 1rem}li+li{border-top:1px solid var(--line)}
code{font:600 .95em ui-monospace,monospace;overflow-wrap:anywhere}.good{color:var(--good)}.bad{color:var(--bad)}p{color:var(--soft)}
</style></head><body><p class="mark">Test mode – no money moves</p><main>
<h1>Payment sandbox</h1>
<p>Payments in this trial go to a sandbox that behaves like the real payment gateway. Use these values in the
payment window, with any future expiry date and any CVV. Real cards are refused.</p>
<h2>Cards</h2><ul>
<li><code>4100 2800 0000 1007</code><span class="good">Visa, succeeds</span></li>
<li><code>5500 6700 0000 1002</code><span class="good">Mastercard, succeeds</span></li>
<li><code>6527 6589 0000 1005</code><span class="good">RuPay, succeeds</span></li>
<li><code>3402 560004 01007</code><span class="good">American Express, succeeds</span></li>
<li><code>4100 2800 0006 0003</code><span class="bad">Visa, declined</span></li>
<li><code>4100 2800 0008 0001</code><span class="bad">Visa, insufficient funds</span></li>
<li><code>5305 6200 0003 0003</code><span class="bad">Mastercard, declined</span></li>
</ul>
<h2>UPI</h2><ul>
<li><code>success@razorpay</code><span class="good">succeeds</span></li>
<li><code>failure@razorpay</code><span class="bad">declined</span></li>
</ul>
<h2>A bank that responds late</h2>
<p>Tick ‘Bank responds late’ in the sheet: the payment first fails and succeeds a few seconds later, even if the page
is closed. The order is then completed automatically.</p>
</main></body></html>
`
