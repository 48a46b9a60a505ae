import type { AuditEntry } from '@raahi/contract/audit-log'
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DateTime } from '../../ui/date-time.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { type Change, listChanges } from './audit-changes.ts'
import { formatAction, isAutomatic } from './audit-labels.ts'
import classes from './audit-log.module.css'

/** One entry on one line: the action with its record, the actor and the time. It unfolds to the changes. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry)
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.line}>
          <h2 className={classes.action}>
            {formatAction(entry.action)} <bdi>{nameOf(entry)}</bdi>
            {entry.before && (
              <span className={classes.change} aria-hidden>
                {changes.map(briefChange).join(', ')}
              </span>
            )}
          </h2>
          <span className={classes.actor}>
            <bdi>{actorName(entry)}</bdi>
          </span>
          <span className={classes.time}>
            <DateTime value={entry.at} />
          </span>
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
        </summary>
        <div className={classes.details}>
          {changes.length > 0 && <ChangeList changes={changes} />}
          <p className={classes.who}>
            <Actor entry={entry} />
          </p>
          {entry.subjectId && (
            <Link to={`/dashboard/audit-log?actors=all&subjectId=${entry.subjectId}`}>
              Full history of <bdi>{nameOf(entry)}</bdi>
            </Link>
          )}
        </div>
      </details>
    </li>
  )
}

function nameOf({ subject, subjectId, subjectType }: AuditEntry): string {
  return subject ?? (subjectId ? subjectType.replaceAll('-', ' ') : '')
}

/** 'City: Nagpur → Nashik'. */
function briefChange({ field, before, after }: Change): string {
  const value = before === null || after === null ? (after ?? before) : `${before} → ${after}`
  return `${field}: ${value}`
}

function actorName({ actor, action }: AuditEntry): string {
  if (actor) return actor.name.trim() || 'Vendor'
  return isAutomatic(action) ? 'Automatic' : 'Console'
}

const roleNames: Record<string, string> = { admin: 'Admin', user: 'Agent' }

/** Role and email of the actor, and the address of the request. */
function Actor({ entry: { actor, action, ip } }: { entry: AuditEntry }) {
  const place = ip && <>, from {ip}</>
  if (actor) {
    return (
      <>
        {roleNames[actor.role] ?? actor.role}, {actor.email}
        {place}
      </>
    )
  }
  return (
    <>
      {isAutomatic(action) ? 'By the server' : 'Server operator'}
      {place}
    </>
  )
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field} className={classes.field}>
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
