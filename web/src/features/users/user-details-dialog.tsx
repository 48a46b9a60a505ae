import { Button } from '@mantine/core'
import { gstStates } from '@raahi/contract/gst'
import type { User } from '@raahi/contract/users'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import { SubscriptionList } from '../plans/management/subscription-list.tsx'
import { KycDocument } from './kyc-document.tsx'
import { UpdateUserDialog } from './update-user-dialog.tsx'
import classes from './user-details-dialog.module.css'
import { nameOf, roleLabels, statusLooks } from './user-labels.ts'
import { useUser } from './users.api.ts'

type UserDetailsDialogProps = {
  /** Whom it shows, as the list has it; null before the first one was chosen. */
  user: User | null
  opened: boolean
  onClose: () => void
}

/** Everything known of a user, with the way to change it. */
export function UserDetailsDialog({ user, opened, onClose }: UserDetailsDialogProps) {
  const [editing, setEditing] = useState(false)
  return (
    <ViewModal opened={opened} onClose={onClose} title="User Details" size="46rem">
      {user && (
        <Details
          listed={user}
          editing={editing}
          onEdit={() => setEditing(true)}
          onEdited={() => setEditing(false)}
        />
      )}
    </ViewModal>
  )
}

type DetailsProps = {
  listed: User
  editing: boolean
  onEdit: () => void
  onEdited: () => void
}

function Details({ listed, editing, onEdit, onEdited }: DetailsProps) {
  const { data, error, isFetching, refetch } = useUser(listed._id)
  const user = data ?? listed
  return (
    <>
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'Failed to fetch user data', ': ')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      <UserHead user={user} onEdit={onEdit} />
      <Part title="Contact and business">
        <DefinitionList layout="stacked" items={contactItems(user)} />
      </Part>
      <Part title="Account">
        <DefinitionList layout="stacked" items={accountItems(user)} />
      </Part>
      {user.role === 'user' && (
        <>
          <Part title="Billing details for invoices">
            <DefinitionList layout="stacked" items={billingItems(user)} />
          </Part>
          <Part title="Plans">
            <SubscriptionList userId={user._id} />
          </Part>
          <Part title="KYC document">
            <KycDocument user={user} />
          </Part>
        </>
      )}
      <UpdateUserDialog user={user} opened={editing} onClose={onEdited} />
    </>
  )
}

function UserHead({ user, onEdit }: { user: User; onEdit: () => void }) {
  const { tone, text } = statusLooks[user.userStatus]
  return (
    <div className={classes.head}>
      <Avatar name={nameOf(user)} image={user.profile} size={64} />
      <div className={classes.who}>
        <h3 className={classes.name}>
          <bdi>{nameOf(user)}</bdi>
        </h3>
        <p className={classes.id}>
          User ID <ShortId id={user._id} what="user ID" />
        </p>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </div>
      <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
        Update User
      </Button>
    </div>
  )
}

function contactItems(user: User) {
  return [
    { label: 'Email', value: <ContactText value={user.email} /> },
    { label: 'Phone', value: user.phone && <ContactText value={user.phone} /> },
    { label: 'Company', value: user.companyName && <bdi>{user.companyName}</bdi> },
    { label: 'City', value: user.city && <bdi>{user.city}</bdi> },
  ]
}

function billingItems({ gstin, billingState, billingAddress }: User) {
  return [
    { label: 'GSTIN', value: gstin && <span className="figures">{gstin}</span> },
    { label: 'State', value: billingState && (gstStates[billingState] ?? billingState) },
    {
      label: 'Billing address',
      value: billingAddress && <bdi className={classes.address}>{billingAddress}</bdi>,
    },
  ]
}

function accountItems(user: User) {
  return [
    { label: 'Role', value: roleLabels[user.role] },
    { label: 'Member since', value: <DateTime value={user.createdAt} /> },
    ...(user.role === 'user' ? [{ label: 'Wallet', value: <Money rupees={user.wallet} /> }] : []),
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}
