import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import {
  IconCrown,
  IconDots,
  IconEye,
  IconReplace,
  IconShoppingBag,
  IconUserCheck,
  IconUserOff,
  IconWallet,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useMay } from '../../lib/session.ts'
import { useMayChange } from './use-may-change.ts'
import classes from './user-actions.module.css'

/** The actions of an admin on a user. */
export type UserAction = 'details' | 'purchases' | 'plan' | 'wallet' | 'replacements' | 'status'

/** The actions that open a dialog. The others open a tab of the drawer. */
export type DialogAction = Extract<UserAction, 'plan' | 'wallet' | 'status'>
export type DrawerTab =
  | Exclude<UserAction, DialogAction>
  | 'wallet'
  | 'plans'
  | 'sessions'
  | 'audit'

export interface UserActionsProps {
  user: ListedUser
  /** Whether this is the signed-in admin's account, which the admin cannot suspend. */
  own: boolean
  /** Id of the element that names the user: the buttons of all users have the same names. */
  nameId: string
  /** In a table, View Details is an icon and Wallet is in the menu. */
  inTable?: boolean
  onAct: (action: UserAction, user: ListedUser) => void
}

/** View Details and Wallet as buttons, the other actions in a menu. */
export function UserActions({ inTable = false, ...of }: UserActionsProps) {
  const { user, nameId, onAct } = of
  const mayChangeStatus = useMayChange(user) && !of.own
  const button = (action: UserAction, label: string) => (
    <Button
      variant="default"
      size="sm"
      className={classes.button}
      aria-describedby={nameId}
      onClick={() => onAct(action, user)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {inTable ? (
        <ActionIcon
          variant="default"
          size={36}
          aria-label="View Details"
          title="View Details"
          aria-describedby={nameId}
          onClick={() => onAct('details', user)}
        >
          <IconEye size={18} aria-hidden />
        </ActionIcon>
      ) : (
        button('details', 'View Details')
      )}
      {user.role === 'user' && !inTable && button('wallet', 'Wallet')}
      {(user.role === 'user' || mayChangeStatus) && (
        <MoreActions {...of} mayChangeStatus={mayChangeStatus} inTable={inTable} />
      )}
    </>
  )
}

function MoreActions({
  user,
  mayChangeStatus,
  nameId,
  inTable,
  onAct,
}: UserActionsProps & { mayChangeStatus: boolean }) {
  const maySee = {
    purchases: useMay('leads', 'agents', 'support'),
    plan: useMay('money'),
    replacements: useMay('support'),
  }
  const trigger = useRef<HTMLButtonElement>(null)
  const item = (action: UserAction, label: string, Icon: typeof IconDots, color?: string) => (
    <Menu.Item
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      color={color}
      onClick={() => {
        // A dialog returns the focus to the element that has it when the dialog opens. The menu item is removed by
        // then.
        trigger.current?.focus()
        onAct(action, user)
      }}
    >
      {label}
    </Menu.Item>
  )
  const suspended = user.userStatus === 'suspended'
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={trigger}
          variant="default"
          size={36}
          aria-label="More actions"
          aria-describedby={nameId}
          className={classes.more}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {user.role === 'user' && (
          <>
            {maySee.purchases && item('purchases', 'Purchased Leads', IconShoppingBag)}
            {maySee.plan && item('plan', 'Assign Plan', IconCrown)}
            {inTable && item('wallet', 'Wallet', IconWallet)}
            {maySee.replacements && item('replacements', 'Replacement', IconReplace)}
          </>
        )}
        {mayChangeStatus &&
          (suspended
            ? item('status', 'Re-activate', IconUserCheck)
            : item('status', 'Suspend', IconUserOff, 'brick'))}
      </Menu.Dropdown>
    </Menu>
  )
}
