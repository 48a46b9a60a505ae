import type { ReactNode } from 'react'
import classes from './why-icons.module.css'

/** A two-tone drawing: an ink outline over a marigold shape. */
function Drawing({ tone, line }: { tone: ReactNode; line: string }) {
  return (
    <svg viewBox="0 0 56 56" width="56" height="56" className={classes.drawing} aria-hidden>
      <g className={classes.tone}>{tone}</g>
      <path className={classes.line} d={line} />
    </svg>
  )
}

/** One call, not ten. */
export const OneCall = () => (
  <Drawing
    tone={<circle cx="36" cy="20" r="14" />}
    line="M15 9h7l4 10l-5 4q4 9 12 13l4-5l10 4v7q0 5-6 5C24 46 10 32 10 15q0-6 5-6ZM34 14q8 0 8 8M34 7q15 0 15 15"
  />
)

/** An agent who knows the place. */
export const KnowsThePlace = () => (
  <Drawing
    tone={<path d="M8 50V30q0-8 7-11q6-3 8-9q2 6 8 9q7 3 7 11v20Z" />}
    line="M31 48c-8-10-14-16-14-24a14 14 0 0 1 28 0c0 8-6 14-14 24ZM31 29.500a5.500 5.500 0 1 0 0-11a5.500 5.500 0 0 0 0 11ZM12 48h7M43 48h6"
  />
)

/** A price in writing before any payment. */
export const PriceFirst = () => (
  <Drawing
    tone={<circle cx="38" cy="38" r="13" />}
    line="M12 8h24l8 8v32H12ZM36 8v8h8M19 22h16M19 29h16M21 22q10 0 10 3.500t-10 3.500l9 11"
  />
)

/** Control over personal data. */
export const YourData = () => (
  <Drawing
    tone={<path d="M28 6l19 7v14c0 12-8 20-19 24Z" />}
    line="M28 6l19 7v14c0 12-8 20-19 24C17 47 9 39 9 27V13ZM20 28l6 6l11-12"
  />
)
