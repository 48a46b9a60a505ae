import { Button } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import { useMay } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { agentRoleLabels } from '../members/public/member-labels.ts'
import { SuspendUserDialog } from './suspend-user-dialog.tsx'
import classes from './user-profile.module.css'

type Member = NonNullable<ListedUser['members']>[number]

/** The other members of an agency, for an admin, who can suspend each but the owner. */
export function UserMembers({ members }: { members: readonly Member[] }) {
  const mayChange = useMay('agents')
  const changing = useDialogTarget<Member>()
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>Members</h3>
      <ul className={classes.members}>
        {members.map((member) => {
          const { _id, name, email, role, userStatus, suspended } = member
          const isSuspended = userStatus === 'suspended'
          return (
            <li key={_id}>
              <span>
                <bdi>{name}</bdi>, {agentRoleLabels[role]}
                <br />
                {email}
              </span>
              {isSuspended && <StatusBadge tone="danger">Suspended</StatusBadge>}
              {suspended && <StatusBadge tone="danger">Suspended by the owner</StatusBadge>}
              {mayChange && role !== 'owner' && (
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`${isSuspended ? 'Re-activate' : 'Suspend'} ${name}`}
                  onClick={() => changing.open(member)}
                >
                  {isSuspended ? 'Re-activate' : 'Suspend'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <SuspendUserDialog user={changing.target} opened={changing.opened} onClose={changing.close} />
    </section>
  )
}
