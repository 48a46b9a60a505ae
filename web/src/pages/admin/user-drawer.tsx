import { Button } from '@mantine/core'
import { mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import type { ListedUser, User } from '@raahi/contract/users'
import { IconCrown, IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordHistory } from '../../features/audit-log/record-history.tsx'
import { SubscriptionList } from '../../features/plans/management/subscription-list.tsx'
import { UserSessions } from '../../features/profile/user-sessions.tsx'
import { UserLeads } from '../../features/purchases/user-leads.tsx'
import { UserReplacementRequests } from '../../features/replacements/user-replacement-requests.tsx'
import { ReceiptButton } from '../../features/transactions/statement/receipt-button.tsx'
import { UserStatement } from '../../features/transactions/statement/user-statement.tsx'
import type { DialogAction, DrawerTab } from '../../features/users/user-actions.tsx'
import { UserMembers } from '../../features/users/user-members.tsx'
import { UserHead, UserProfile } from '../../features/users/user-profile.tsx'
import { useUser } from '../../features/users/users.api.ts'
import { useMay, useSignedInUser } from '../../lib/session.ts'
import { Money } from '../../ui/money.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import classes from './user-drawer.module.css'

const agentTabs: readonly { tab: DrawerTab; label: string; rights?: readonly StaffRight[] }[] = [
  { tab: 'details', label: 'Profile' },
  { tab: 'wallet', label: 'Wallet', rights: ['money', 'support'] },
  { tab: 'plans', label: 'Plans' },
  { tab: 'purchases', label: 'Purchased Leads', rights: ['leads', 'agents', 'support'] },
  { tab: 'replacements', label: 'Replacements', rights: ['support'] },
  { tab: 'sessions', label: 'Sessions', rights: ['agents'] },
  { tab: 'audit', label: 'Audit', rights: ['settings'] },
]

/** An admin has no wallet, plans or purchases. */
const adminTabs = agentTabs.filter(({ tab }) => ['details', 'sessions', 'audit'].includes(tab))

/** The tabs of a user that the viewer may open. */
function tabsOf(user: User, viewer: User) {
  return (user.role === 'user' ? agentTabs : adminTabs)
    .filter(({ rights }) => !rights || mayOneOf(viewer, ...rights))
    .map(({ tab, label }) => [tab, label] as const)
}

interface UserDrawerProps {
  user: ListedUser
  /** The tab that is selected when the drawer opens. */
  firstTab: DrawerTab
  opened: boolean
  onClose: () => void
  onAct: (action: DialogAction, user: ListedUser) => void
  /** Called after a decision on a replacement request. */
  onSettled: () => void
}

/** All data about a user for an admin, in tabs. The data of a tab is requested when the tab is opened. */
export default function UserDrawer({ user, firstTab, opened, onClose, ...tabs }: UserDrawerProps) {
  const shown = useDialog(opened, onClose)
  return (
    <SideDrawer opened={shown} onClose={onClose} title="User Details" isWide>
      <UserHead listed={user} />
      <UserTabs key={`${user._id} ${firstTab}`} user={user} firstTab={firstTab} {...tabs} />
    </SideDrawer>
  )
}

type UserTabsProps = Omit<UserDrawerProps, 'opened' | 'onClose'>

function UserTabs({ firstTab, ...of }: UserTabsProps) {
  const [tab, setTab] = useState<DrawerTab>(firstTab)
  const viewer = useSignedInUser()
  return (
    <div className={classes.tabs}>
      <StatusTabs
        label="Details of the user"
        tabs={tabsOf(of.user, viewer)}
        value={tab}
        onChange={setTab}
      >
        <TabContent tab={tab} {...of} />
      </StatusTabs>
    </div>
  )
}

function TabContent({
  tab,
  user,
  onAct,
  onSettled,
}: Omit<UserTabsProps, 'firstTab'> & { tab: DrawerTab }) {
  const userId = user._id
  const mayMoney = useMay('money')
  switch (tab) {
    case 'details':
      return (
        <>
          <UserProfile listed={user} />
          {user.members && <UserMembers members={user.members} />}
        </>
      )
    case 'wallet':
      return (
        <>
          <WalletBalance user={user} onAdd={() => onAct('wallet', user)} />
          <UserStatement userId={userId} />
        </>
      )
    case 'plans':
      return (
        <>
          <SubscriptionList userId={userId} />
          {mayMoney && (
            <Button
              variant="default"
              mt="md"
              leftSection={<IconCrown size={18} stroke={1.75} aria-hidden />}
              onClick={() => onAct('plan', user)}
            >
              Assign Plan
            </Button>
          )}
        </>
      )
    case 'purchases':
      return <UserLeads user={user} />
    case 'replacements':
      return (
        <>
          <h3 className={classes.heading}>Lead Replacement Requests</h3>
          <UserReplacementRequests userId={userId} onSettled={onSettled} />
        </>
      )
    case 'sessions':
      return <UserSessions userId={userId} />
    case 'audit':
      return <RecordHistory subjectId={userId} />
  }
}

function WalletBalance({ user, onAdd }: { user: ListedUser; onAdd: () => void }) {
  const { data = user } = useUser(user._id)
  const mayMoney = useMay('money')
  return (
    <div className={classes.wallet}>
      <p className={classes.balance}>
        Wallet balance <Money exact rupees={data.wallet} />
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconWallet size={18} stroke={1.75} aria-hidden />}
          onClick={onAdd}
        >
          Add Amount
        </Button>
        {mayMoney && <ReceiptButton userId={user._id} />}
      </div>
    </div>
  )
}
