import { useEffect, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import hidden from '../../../ui/visually-hidden.module.css'
import classes from './code-block.module.css'

const shownMs = 2000

/** A text for another program, with a button that copies it. Without JavaScript there is no button. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await copyText(children)) ? 'Copied' : 'Select the text')
  return (
    <figure className={classes.block}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <button
          type="button"
          className={classes.copy}
          aria-label={`${outcome ?? 'Copy'}: ${label}`}
          onClick={() => void copy()}
        >
          {outcome ?? 'Copy'}
        </button>
        <span role="status" className={hidden.hidden}>
          {outcome}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A text that scrolls needs the focus of the keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={label}>
        <pre className={classes.code}>
          <code>{children}</code>
        </pre>
      </section>
    </figure>
  )
}
