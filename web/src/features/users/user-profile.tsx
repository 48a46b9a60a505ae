import { Button } from '@mantine/core'
import { gstStates } from '@raahi/contract/gst'
import type { ListedUser, User } from '@raahi/contract/users'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useMay } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { KycDocument } from '../kyc/public/kyc-document.tsx'
import { nameOf, roleLabels } from './public/user-labels.ts'
import { UpdateUserDialog } from './update-user-dialog.tsx'
import { useMayChange } from './use-may-change.ts'
import { UserBadges } from './user-facts.tsx'
import classes from './user-profile.module.css'
import { useUser } from './users.api.ts'

/** Contact, account, billing details and KYC document of a user, with the button that changes them. */
export function UserProfile({ listed }: { listed: User }) {
  const { data, error, isFetching, refetch } = useUser(listed._id)
  const [editing, setEditing] = useState(false)
  const user = data ?? listed
  const mayChange = useMayChange(user)
  const mayReadKyc = useMay('agents')
  return (
    <>
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'Failed to fetch user data', ': ')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      {mayChange && (
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          Update User
        </Button>
      )}
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
          {mayReadKyc && (
            <Part title="KYC document">
              <KycDocument user={user} />
            </Part>
          )}
        </>
      )}
      <UpdateUserDialog user={user} opened={editing} onClose={() => setEditing(false)} />
    </>
  )
}

/** Picture, name, id and state of a user. */
export function UserHead({ listed }: { listed: ListedUser }) {
  const user = { ...listed, ...useUser(listed._id).data }
  return (
    <div className={classes.head}>
      <Avatar name={nameOf(user)} image={user.profile} size={56} />
      <div className={classes.who}>
        <h3 className={classes.name}>
          <bdi>{nameOf(user)}</bdi>
        </h3>
        <p className={classes.id}>
          {roleLabels[user.role]} · User ID <ShortId id={user._id} what="user ID" />
        </p>
        <UserBadges user={user} />
      </div>
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
