// @ts-check

/**
 * Every colour of the page's scheme is a pair, light and dark. `--theme` and `--on-theme` are the brand's
 * (colour.js).
 */
export const styles = `
:host {
  all: initial;
  color-scheme: inherit;
}
* {
  box-sizing: border-box;
  margin: 0;
}
[hidden] {
  display: none !important;
}
.dialog {
  --surface: light-dark(#ffffff, #1c1b29);
  --sunken: light-dark(#f6f5f9, #262535);
  --raised: light-dark(#ffffff, #3b3a50);
  --line: light-dark(#e2e0ea, #3a394c);
  --edge: light-dark(#86839a, #8583a0);
  --ink: light-dark(#1d1b33, #f2f0fa);
  --soft: light-dark(#595672, #b9b6cf);
  --placeholder: light-dark(#6f6c85, #9c99b5);
  --good: light-dark(#1c6b3a, #84d69a);
  --good-soft: light-dark(#e2f4e6, #1c3a2b);
  --bad: light-dark(#a52a1e, #ff9d8f);
  --bad-soft: light-dark(#fce8e4, #44231f);
  --wait: light-dark(#7a4d00, #f8cb6d);
  --wait-soft: light-dark(#fdf0cf, #413417);
  --focus: light-dark(#3f3bb8, #b9b4ff);
  width: min(100vw - 2rem, 50rem);
  max-width: none;
  max-height: calc(100dvh - 2rem);
  margin: auto;
  padding: 0;
  border: 0;
  border-radius: 18px;
  overflow: clip;
  background: var(--surface);
  color: var(--ink);
  font: 400 16px/1.5 Mukta, "Mukta Fallback", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
  box-shadow: 0 24px 80px rgb(12 10 32 / 45%);
  overscroll-behavior: contain;
}
.dialog[open] {
  display: flex;
  animation: rise 220ms cubic-bezier(0.2, 0.7, 0.2, 1);
}
.dialog::backdrop {
  background: rgb(16 14 38 / 62%);
  animation: fade 220ms;
}
.dialog.leaving,
.dialog.leaving::backdrop {
  opacity: 0;
  transition: opacity 180ms;
}
.sheet {
  position: relative;
  display: flex;
  flex-direction: column;
  width: 100%;
  min-height: 0;
}
.test-mark {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  padding: 0.4rem 1rem;
  flex: none;
  font-size: 15px;
  font-weight: 600;
  color: #2b2100;
  background: repeating-linear-gradient(-45deg, #ffe27f 0 14px, #ffd348 14px 28px);
  border-bottom: 2px solid #2b2100;
}
.columns {
  position: relative;
  display: grid;
  grid-template-columns: minmax(15rem, 18rem) 1fr;
  min-height: 0;
  flex: 1;
  overflow-y: auto;
  overscroll-behavior: contain;
}
.icon {
  width: 1.25em;
  height: 1.25em;
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
button {
  font: inherit;
  color: inherit;
  cursor: pointer;
}
:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
}
[tabindex="-1"]:focus {
  outline: none;
}

.summary {
  display: flex;
  flex-direction: column;
  gap: 2rem;
  padding: 1.75rem 1.5rem 1.5rem;
  background:
    radial-gradient(circle at 110% 108%, rgb(255 255 255 / 20%) 0 34%, transparent 34.4%),
    radial-gradient(circle at 96% 118%, rgb(255 255 255 / 16%) 0 46%, transparent 46.4%),
    var(--theme);
  color: var(--on-theme);
}
.sheet[data-on-theme="light"] .summary {
  background:
    radial-gradient(circle at 110% 108%, rgb(0 0 0 / 14%) 0 34%, transparent 34.4%),
    radial-gradient(circle at 96% 118%, rgb(0 0 0 / 12%) 0 46%, transparent 46.4%),
    var(--theme);
}
.who {
  display: flex;
  gap: 0.85rem;
  align-items: center;
  min-width: 0;
}
.who-text {
  min-width: 0;
}
.logo {
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  flex: none;
  border-radius: 13px;
  background: #ffffff;
  color: #1d1b33;
  font-size: 24px;
  font-weight: 600;
  object-fit: contain;
}
.name {
  font-size: 20px;
  line-height: 1.25;
  font-weight: 600;
  overflow-wrap: anywhere;
}
.description {
  font-size: 15px;
  line-height: 1.35;
  overflow-wrap: anywhere;
}
.sum-label {
  font-size: 14px;
  line-height: 1.4;
}
.sum-amount {
  font-size: 34px;
  line-height: 1.15;
  font-weight: 600;
  letter-spacing: -0.01em;
}
.time-left {
  margin-top: 0.35rem;
  font-size: 15px;
}
.details {
  display: grid;
  gap: 1rem;
  margin-top: auto;
}
.detail {
  font-size: 15px;
  line-height: 1.4;
  overflow-wrap: anywhere;
}
.detail-id {
  font-size: 14px;
}

.close {
  position: absolute;
  top: 0.75rem;
  right: 0.75rem;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border: 0;
  border-radius: 50%;
  background: transparent;
}
.close:hover {
  background: var(--sunken);
}
.close:disabled {
  opacity: 0;
}
.work {
  display: grid;
  min-width: 0;
  min-height: 31rem;
  padding: 1.25rem 1.5rem 1.5rem;
}
.form {
  display: flex;
  flex-direction: column;
  gap: 1rem;
}
.work-title {
  padding-right: 3rem;
  font-size: 18px;
  line-height: 1.6;
  font-weight: 600;
}
.form-body {
  display: flex;
  flex-direction: column;
  gap: 1rem;
}
.tabs {
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  gap: 4px;
  padding: 4px;
  border-radius: 12px;
  background: var(--sunken);
}
.tab {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 44px;
  border: 1px solid transparent;
  border-radius: 9px;
  background: transparent;
  color: var(--soft);
}
.tab[aria-selected="true"] {
  border-color: var(--line);
  background: var(--raised);
  color: var(--ink);
  font-weight: 600;
  box-shadow: 0 1px 3px rgb(12 10 32 / 14%);
}

.fields {
  display: grid;
  gap: 0.85rem;
}
.pair {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.85rem;
  align-items: start;
}
.label {
  display: block;
  margin-bottom: 0.2rem;
  font-size: 15px;
  line-height: 1.4;
  font-weight: 600;
}
.control {
  position: relative;
}
.input {
  width: 100%;
  height: 46px;
  padding: 0 0.85rem;
  border: 1px solid var(--edge);
  border-radius: 10px;
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-variant-numeric: tabular-nums;
}
.input::placeholder {
  color: var(--placeholder);
  opacity: 1;
}
.input:focus {
  outline: 2px solid var(--focus);
  outline-offset: 0;
  border-color: var(--focus);
}
.input[aria-invalid="true"] {
  border-color: var(--bad);
  box-shadow: inset 0 0 0 1px var(--bad);
}
.brand-tag {
  position: absolute;
  inset: 0 0.85rem 0 auto;
  display: flex;
  align-items: center;
  color: var(--soft);
  font-size: 14px;
  font-weight: 600;
  pointer-events: none;
}
.problem {
  margin-top: 0.25rem;
  color: var(--bad);
  font-size: 14px;
  line-height: 1.4;
}
.hint {
  color: var(--soft);
  font-size: 14px;
  line-height: 1.4;
}
.offers-title {
  margin-bottom: 0.35rem;
  color: var(--soft);
  font-size: 14px;
}
.chips {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr));
  gap: 0.5rem;
}
.chip {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem;
  min-height: 40px;
  padding: 0.2rem 0.7rem;
  border: 1px dashed var(--edge);
  border-radius: 10px;
  background: transparent;
  font-size: 14px;
  text-align: left;
}
.chip:hover {
  background: var(--sunken);
}
.chip-name {
  font-weight: 600;
}
.chip-good,
.chip-bad {
  white-space: nowrap;
}
.chip-good {
  color: var(--good);
}
.chip-bad {
  color: var(--bad);
}
.late {
  display: flex;
  gap: 0.7rem;
  padding: 0.7rem 0.85rem;
  border-radius: 12px;
  background: var(--sunken);
}
.late label {
  display: block;
  font-size: 15px;
  font-weight: 600;
}
.late input {
  width: 24px;
  height: 24px;
  margin: 0;
  flex: none;
  accent-color: var(--focus);
}
.pay {
  width: 100%;
  min-height: 50px;
  padding: 0 1.25rem;
  border: 1px solid color-mix(in srgb, var(--theme) 75%, var(--ink));
  border-radius: 12px;
  background: var(--theme);
  color: var(--on-theme);
  font-size: 17px;
  font-weight: 600;
}
.pay:hover {
  background: color-mix(in srgb, var(--theme) 90%, var(--on-theme));
}
.form .pay {
  margin-top: auto;
}
.quiet {
  width: 100%;
  min-height: 46px;
  border: 1px solid var(--edge);
  border-radius: 12px;
  background: transparent;
}
.quiet:hover {
  background: var(--sunken);
}

.panel {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  max-width: 24rem;
  margin: auto;
  padding: 1rem 0;
  text-align: center;
}
.panel-said {
  display: grid;
  gap: 0.5rem;
  justify-items: center;
}
.panel-title {
  font-size: 21px;
  line-height: 1.3;
  font-weight: 600;
}
.panel-text {
  color: var(--soft);
}
.panel-id {
  color: var(--soft);
  font-size: 14px;
  overflow-wrap: anywhere;
}
.panel-actions {
  display: grid;
  gap: 0.6rem;
  width: 100%;
  margin-top: 1.1rem;
}
.badge {
  display: grid;
  place-items: center;
  width: 68px;
  height: 68px;
  margin-bottom: 0.6rem;
  border-radius: 50%;
  font-size: 30px;
}
.badge .icon {
  stroke-width: 2.25;
}
.badge-good {
  background: var(--good-soft);
  color: var(--good);
  animation: pop 320ms cubic-bezier(0.2, 1.4, 0.4, 1);
}
.badge-good path {
  stroke-dasharray: 24;
  animation: draw 420ms 120ms backwards ease-out;
}
.badge-bad {
  background: var(--bad-soft);
  color: var(--bad);
}
.badge-wait {
  background: var(--wait-soft);
  color: var(--wait);
}
.spinner {
  width: 52px;
  height: 52px;
  margin-bottom: 1rem;
  border: 4px solid var(--line);
  border-top-color: var(--focus);
  border-radius: 50%;
  animation: turn 900ms linear infinite;
}
.question {
  position: absolute;
  inset: 0;
  z-index: 1;
  display: grid;
  place-items: center;
  padding: 1rem;
  background: rgb(16 14 38 / 55%);
  animation: fade 140ms;
}
.question-card {
  width: min(100%, 24rem);
  padding: 1.5rem;
  border-radius: 16px;
  background: var(--surface);
  text-align: center;
  box-shadow: 0 12px 40px rgb(12 10 32 / 40%);
}

@media (max-width: 47.99em) {
  .dialog {
    width: 100%;
    max-height: calc(100dvh - 1.25rem);
    margin: auto 0 0;
    border-radius: 20px 20px 0 0;
  }
  .dialog[open] {
    animation-name: slide;
  }
  .columns {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
  }
  .summary,
  .sheet[data-on-theme="light"] .summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    padding: 1rem 1.1rem;
    background: var(--theme);
  }
  .who {
    padding-right: 2.75rem;
  }
  .sum {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 0.6rem;
  }
  .sum-amount {
    font-size: 26px;
  }
  .time-left {
    margin: 0 0 0 auto;
  }
  .details {
    display: none;
  }
  .close {
    color: var(--on-theme);
  }
  .close:hover {
    background: rgb(127 127 127 / 22%);
  }
  .work {
    min-height: 25rem;
    padding: 1rem 1.1rem calc(1.1rem + env(safe-area-inset-bottom));
  }
  .logo {
    width: 42px;
    height: 42px;
    font-size: 21px;
  }
  .work-title {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .chips {
    grid-template-columns: 1fr 1fr;
  }
  .chip {
    min-height: 44px;
    padding: 0.2rem 0.55rem;
  }
}
/* On a phone held upright the fields scroll between what is paid and the button that pays it. */
@media (max-width: 47.99em) and (min-height: 36em) {
  .columns {
    overflow: hidden;
  }
  .work {
    grid-template-rows: minmax(0, 1fr);
  }
  .form {
    min-height: 0;
    gap: 0;
  }
  .form-body {
    flex: auto;
    min-height: 0;
    margin: -1rem -1.1rem 0;
    padding: 1rem 1.1rem;
    border-bottom: 1px solid var(--line);
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .form .pay {
    flex: none;
    margin-top: 0.8rem;
  }
}
@media (max-width: 25em) {
  .chips:has(.chip:nth-child(2):last-child) {
    grid-template-columns: 1fr;
  }
}
@media (forced-colors: active) {
  .tab[aria-selected="true"],
  .pay {
    border: 2px solid ButtonText;
  }
}
@keyframes rise {
  from {
    opacity: 0;
    transform: translateY(16px);
  }
}
@keyframes slide {
  from {
    transform: translateY(100%);
  }
}
@keyframes fade {
  from {
    opacity: 0;
  }
}
@keyframes turn {
  to {
    transform: rotate(1turn);
  }
}
@keyframes pop {
  from {
    transform: scale(0.6);
  }
}
@keyframes draw {
  from {
    stroke-dashoffset: 24;
  }
}
@media (prefers-reduced-motion: reduce) {
  *,
  .dialog,
  .dialog::backdrop {
    animation-duration: 1ms !important;
    animation-delay: 0ms !important;
    transition: none !important;
  }
  .spinner {
    animation-duration: 4s !important;
  }
}
`
