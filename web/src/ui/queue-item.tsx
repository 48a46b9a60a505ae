import { IconClockExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ageTone, formatAge } from '../lib/ages.ts'
import { serverNow } from '../lib/server-clock.ts'
import classes from './queue-item.module.css'

interface QueueItemProps {
  title: ReactNode
  /** Smaller, beside the title: the reference or name. */
  detail?: ReactNode
  /** Badges and the age. */
  badges: ReactNode
  /** Parts, outcome and actions. */
  children: ReactNode
  /** The row attribute of an item that the keys of its list can focus (`lib/use-list-shortcuts.ts`). */
  row?: Readonly<Record<`data-${string}`, string>>
}

/** One record that waits for a decision of an admin: an enquiry, a message, a request, a document. */
export function QueueItem({ title, detail, badges, children, row }: QueueItemProps) {
  return (
    <li className={classes.item} {...(row && { ...row, tabIndex: -1 })}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <bdi>{title}</bdi>
          {detail && <span className={classes.detail}>{detail}</span>}
        </h3>
        <div className={classes.badges}>{badges}</div>
      </div>
      {children}
    </li>
  )
}

/** The waiting time of a record, in a stronger colour after three days; its age once it is decided. */
export function QueueItemAge({ since, waiting }: { since: string; waiting: boolean }) {
  const now = serverNow()
  const age = formatAge(since, now)
  if (!waiting) return <span className={classes.age}>{age} ago</span>
  return (
    <span className={classes.age} data-tone={ageTone(since, now)}>
      <IconClockExclamation size={16} stroke={2} aria-hidden />
      Waiting {age}
    </span>
  )
}

interface QueueItemPartProps {
  title: string
  /** A part with a contact, which must not break: a separate row between phone and desktop. */
  wide?: true
  children: ReactNode
}

export function QueueItemPart({ title, wide, children }: QueueItemPartProps) {
  return (
    <div className={classes.part} data-wide={wide}>
      <h4 className={classes.partTitle}>{title}</h4>
      {children}
    </div>
  )
}
