import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './paid-note.module.css'

interface PaidNoteProps {
  headline: string
  words?: ReactNode
  /** What was paid and what came of it, each with its name. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Says that a payment has arrived. Takes the focus, as the button that paid is gone. */
export function PaidNote({ headline, words, facts }: PaidNoteProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.note}>
      <span className={classes.mark} aria-hidden>
        <IconCheck size={36} stroke={2.25} />
      </span>
      <h3 ref={title} tabIndex={-1} className={classes.headline}>
        {headline}
      </h3>
      {words && <p className={classes.words}>{words}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
