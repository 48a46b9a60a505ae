import { Button } from '@mantine/core'
import type { StaffMember } from '@raahi/contract/staff'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import cards from '../../ui/card-list.module.css'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { useStaff } from './staff.api.ts'
import { StaffItem } from './staff-item.tsx'

const StaffDialog = lazy(() => import('./staff-dialog.tsx'))

/** The admins and what each may do. The list is never empty: it has the signed-in admin. */
export function StaffScreen({ onSuspend }: { onSuspend: (member: StaffMember) => void }) {
  const { data, error, isFetching, refetch } = useStaff()
  const ownId = useSignedInUser()._id
  const editing = useDialogTarget<StaffMember | 'new'>()
  const failure = error && errorWithReason(error, 'The staff could not be loaded.')
  const retry = { onRetry: () => void refetch(), retrying: isFetching }
  return (
    <>
      <PageHeader
        title="Staff"
        subtitle="The admins, and what each may see and do. A change counts from the next click."
        back={{ to: '/dashboard/settings', label: 'Back to Settings' }}
        actions={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => editing.open('new')}
          >
            Add admin
          </Button>
        }
      />
      {failure && !data && <ErrorState text={failure} {...retry} />}
      {failure && data && <RefreshFailed text={failure} {...retry} />}
      {!failure && !data && (
        <SkeletonList label="Loading staff..." layout="rows" count={3} rowHeight="11rem" />
      )}
      {data && (
        <section aria-labelledby="staff">
          <h2 id="staff" className={cards.title}>
            {formatUnits(data.length, 'admin')}
          </h2>
          <ul className={cards.list} aria-label="Staff">
            {data.map((member) => (
              <StaffItem
                key={member._id}
                member={member}
                isOwn={member._id === ownId}
                onEdit={() => editing.open(member)}
                onSuspend={() => onSuspend(member)}
              />
            ))}
          </ul>
        </section>
      )}
      <Suspense>
        {editing.target && (
          <StaffDialog target={editing.target} opened={editing.opened} onClose={editing.close} />
        )}
      </Suspense>
    </>
  )
}
