import { Anchor } from '@mantine/core'
import { mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import { Link } from 'react-router'
import { useSignedInUser } from '../../lib/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { settingsRows } from './settings-rows.tsx'
import classes from './settings-screen.module.css'

/** Everything that admins decide: its present state, and where to change it. */
export function SettingsScreen() {
  const user = useSignedInUser()
  const may = (right: StaffRight | undefined) => !right || mayOneOf(user, right)
  const rows = settingsRows.filter(({ needs }) => may(needs))
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="What you decide, and how it is now."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <div className={classes.screen}>
        <div className={classes.loading}>
          <SkeletonList label="Loading settings..." layout="rows" count={rows.length} />
        </div>
        <ul className={classes.list} aria-label="Settings">
          {rows.map(({ title, icon: Icon, State, link }) => (
            <li key={title} className={classes.row}>
              <span className={classes.icon} aria-hidden>
                <Icon size={20} stroke={1.75} />
              </span>
              <h2 className={classes.title}>{title}</h2>
              <div className={classes.state}>
                <State />
              </div>
              {link && may(link.needs) && (
                <Anchor component={Link} to={link.to} className={classes.link}>
                  {link.label}
                </Anchor>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
