import { Button } from '@mantine/core'
import { maxMembers } from '@raahi/contract/agency-roles'
import { type Invitation, type Member, memberFigureDays } from '@raahi/contract/members'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import cards from '../../ui/card-list.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { InvitationItem } from './invitation-item.tsx'
import { MemberItem } from './member-item.tsx'
import { membersQuery, useUpdateMember, useWithdrawInvitation } from './public/members.api.ts'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))
const MemberDialog = lazy(() => import('./member-dialog.tsx'))
const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'))

/** The people of an agency, for its owner. */
export function MembersScreen() {
  const { data, error, isFetching, refetch } = useQuery(membersQuery)
  const inviting = useDialogTarget<'new'>()
  const editing = useDialogTarget<Member>()
  const suspending = useDialogTarget<Member>()
  const handing = useDialogTarget<Member>()
  const withdrawing = useDialogTarget<Invitation>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, data)
  const failure = error && errorWithReason(error, 'The members could not be loaded.')
  const retry = { onRetry: () => void refetch(), retrying: isFetching }
  const people = data ? data.members.length + data.invitations.length : 0
  return (
    <>
      <PageHeader
        title="Members"
        subtitle={`Every person has a separate login, so that purchases, calls, notes and quotes show who made them. Open leads are counted now, and the other figures over the last ${memberFigureDays} days.`}
        actions={
          data &&
          people < maxMembers && <Button onClick={() => inviting.open('new')}>Invite member</Button>
        }
      />
      <section aria-labelledby="members">
        <h2 id="members" ref={title} tabIndex={-1} className={cards.title}>
          {data
            ? data.members.length === 1
              ? 'Only you'
              : `${formatCount(data.members.length)} members`
            : 'Your members'}
        </h2>
        {failure && !data && <ErrorState text={failure} {...retry} />}
        {failure && data && <RefreshFailed text={failure} {...retry} />}
        {!failure && !data && (
          <SkeletonList label="Loading members..." layout="rows" count={3} rowHeight="10rem" />
        )}
        {data && (
          <ul className={cards.list} aria-label="Members">
            {data.members.map((member) => (
              <MemberItem
                key={member._id}
                member={member}
                onEdit={() => editing.open(member)}
                onSuspend={() => suspending.open(member)}
                onHandOver={() => handing.open(member)}
              />
            ))}
            {data.invitations.map((invitation) => (
              <InvitationItem
                key={invitation._id}
                invitation={invitation}
                onWithdraw={() => withdrawing.open(invitation)}
              />
            ))}
          </ul>
        )}
      </section>
      <Suspense>
        {inviting.target && <InviteDialog opened={inviting.opened} onClose={inviting.close} />}
        {editing.target && (
          <MemberDialog member={editing.target} opened={editing.opened} onClose={editing.close} />
        )}
        {handing.target && (
          <HandOverDialog member={handing.target} opened={handing.opened} onClose={handing.close} />
        )}
      </Suspense>
      <SuspendDialog {...suspending} onClose={suspending.close} />
      <MutationDialog
        opened={withdrawing.opened}
        onClose={withdrawing.close}
        mutation={useWithdrawInvitation()}
        input={withdrawing.target?._id}
        doneText="Invitation withdrawn."
        failedText="The invitation could not be withdrawn."
        onDone={keepFocus}
        title="Withdraw invitation"
        confirmLabel="Withdraw"
        tone="danger"
      >
        <p>
          The link in the email to <bdi>{withdrawing.target?.email}</bdi> stops working.
        </p>
      </MutationDialog>
    </>
  )
}

function SuspendDialog({
  target,
  opened,
  onClose,
}: {
  target: Member | null
  opened: boolean
  onClose: () => void
}) {
  const suspended = target?.suspended ?? false
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useUpdateMember()}
      input={
        target && target.role !== 'owner'
          ? {
              id: target._id,
              body: { role: target.role, dailyLimit: target.dailyLimit, suspended: !suspended },
            }
          : undefined
      }
      doneText={suspended ? 'Member is active again.' : 'Member suspended.'}
      failedText="The member could not be changed."
      title={suspended ? 'Reactivate member' : 'Suspend member'}
      confirmLabel={suspended ? 'Reactivate' : 'Suspend'}
      tone={suspended ? 'action' : 'danger'}
    >
      <p>
        {suspended ? (
          <>
            <bdi>{target?.name}</bdi> can log in again, with the same role.
          </>
        ) : (
          <>
            <bdi>{target?.name}</bdi> is logged out on all devices at once and cannot log in. Leads
            stay assigned until you assign them to another member.
          </>
        )}
      </p>
    </MutationDialog>
  )
}
