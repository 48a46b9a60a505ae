import type { ListedUser } from '@raahi/contract/users'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { agentRoleLabels } from '../members/public/member-labels.ts'
import classes from './user-profile.module.css'

/** The other members of an agency, for an admin. */
export function UserMembers({ members }: { members: NonNullable<ListedUser['members']> }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>Members</h3>
      <ul className={classes.members}>
        {members.map(({ _id, name, email, role, suspended }) => (
          <li key={_id}>
            <span>
              <bdi>{name}</bdi>, {agentRoleLabels[role]}
              <br />
              {email}
            </span>
            {suspended && <StatusBadge tone="danger">Suspended</StatusBadge>}
          </li>
        ))}
      </ul>
    </section>
  )
}
