import { Alert, Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateTime } from './date-time.tsx'
import { Panel } from './panel.tsx'
import classes from './versions.module.css'

interface Version {
  version: number
  startsAt: string
  /** The admin that made it; null for the first version, which came with the product. */
  by: { name: string } | null
}

interface VersionsProps<V extends Version> {
  /** The newest first, which is in force. */
  versions: readonly V[]
  /** The audit log with all changes. */
  action: string
  /** What a version says. */
  describe: (version: V) => string
  /** What its start means, before the time: 'For leads bought since'. */
  since: string
}

/** The versions of a rule that an admin changes. */
export function Versions<V extends Version>({
  versions,
  action,
  describe,
  since,
}: VersionsProps<V>) {
  return (
    <Panel
      title="Versions"
      aside={
        <Anchor component={Link} to={`/dashboard/audit-log?action=${action}`}>
          All changes
        </Anchor>
      }
    >
      <ol className={classes.versions} reversed start={versions[0]?.version}>
        {versions.map((each, at) => (
          <li key={each.version} className={classes.version}>
            <p>
              <span className={classes.number}>Version {each.version}</span>
              {at === 0 && ', in force'}
            </p>
            <p>{describe(each)}</p>
            <p className={classes.since}>
              {since} <DateTime value={each.startsAt} />
              {each.by && (
                <>
                  , made by <bdi>{each.by.name}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

interface NewerVersionProps {
  title: string
  version: number
  /** What the newer version says. */
  children: ReactNode
  /** Replaces what was typed. */
  onUse: () => void
}

/** Reports that another admin has saved a version while this one changed the one before. */
export function NewerVersion({ title, version, children, onUse }: NewerVersionProps) {
  return (
    <Alert color="marigold" title={title}>
      <p className={classes.notice}>
        Version {version} is in force now: {children} Your changes are still in the form.
      </p>
      <Button variant="default" size="sm" onClick={onUse}>
        Use version {version}
      </Button>
    </Alert>
  )
}
