import type { AuditEntry } from '@raahi/contract/audit-log'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DateTime } from '../../ui/date-time.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { type Change, listChanges } from './audit-changes.ts'
import { formatAction, isAutomatic } from './audit-labels.ts'
import classes from './audit-log.module.css'

/** Changes that are always visible. A click unfolds the others. */
const maxVisibleChanges = 4

/** One entry: the action, its record, the changes, the actor and the time. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry)
  const rest = changes.slice(maxVisibleChanges)
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <h2 className={classes.action}>
          {formatAction(entry.action)} <Subject entry={entry} />
        </h2>
        {changes.length > 0 && <ChangeList changes={changes.slice(0, maxVisibleChanges)} />}
        {rest.length > 0 && (
          <details className={classes.more}>
            <summary>{rest.length === 1 ? '1 more field' : `${rest.length} more fields`}</summary>
            <ChangeList changes={rest} />
          </details>
        )}
      </div>
      <div className={classes.who}>
        <DateTime value={entry.at} />
        <Actor actor={entry.actor} action={entry.action} />
        {entry.ip && <span className={classes.quiet}>from {entry.ip}</span>}
      </div>
    </li>
  )
}

/** The record that the action concerns, as a link to all entries about it. */
function Subject({ entry: { subject, subjectId, subjectType } }: { entry: AuditEntry }) {
  const name = subject ?? (subjectId ? subjectType.replaceAll('-', ' ') : '')
  if (!subjectId) return <bdi>{name}</bdi>
  return (
    <Link
      to={`/dashboard/audit-log?actors=all&subjectId=${subjectId}`}
      className={classes.subject}
      title="Show its full history"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

const roleNames: Record<string, string> = { admin: 'Admin', user: 'Agent' }

function Actor({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>) {
  if (!actor && isAutomatic(action)) return <span className={classes.actor}>Automatic</span>
  if (!actor) {
    return (
      <>
        <span className={classes.actor}>Console</span>
        <span className={classes.quiet}>Server operator</span>
      </>
    )
  }
  return (
    <>
      <span className={classes.actor}>
        <bdi>{actor.name.trim() || 'Vendor'}</bdi>
        <span className={classes.role}>{roleNames[actor.role] ?? actor.role}</span>
      </span>
      <span className={classes.quiet}>{actor.email}</span>
    </>
  )
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{change.field}</dt>
          <dd>
            <ChangeText {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The old and the new value, or the only one that exists. */
function ChangeText({ before, after }: Change) {
  if (before === null || after === null) return <bdi>{after ?? before}</bdi>
  return (
    <>
      <del className={classes.before}>{before}</del>
      <IconArrowRight size={16} className={classes.arrow} aria-hidden />
      <span className={hidden.hidden}> became </span>
      <ins className={classes.after}>{after}</ins>
    </>
  )
}
