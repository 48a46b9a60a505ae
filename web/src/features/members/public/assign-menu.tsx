import { Button, Menu } from '@mantine/core'
import { IconArrowsShuffle, IconChevronDown, IconUserCheck } from '@tabler/icons-react'
import { errorMessage } from '../../../lib/api-error.ts'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { agentRoleLabels } from './member-labels.ts'
import { useAssignees, useAssignLeads } from './members.api.ts'

interface AssignItemsProps {
  leadIds: readonly string[]
  /** The present member of one lead; null: not assigned. */
  present?: string | null | undefined
}

/** The items of a menu that assign leads to a member, or in turn. Renders nothing in an agency of one. */
export function AssignItems({ leadIds, present }: AssignItemsProps) {
  const members = useAssignees()
  const assign = useAssignLeads()
  if (members.length === 0) return null
  const send = (memberId: string | null | undefined, doneText: string) =>
    assign.mutate(
      { leadIds: [...leadIds], ...(memberId !== undefined && { memberId }) },
      {
        onSuccess: () => notifySuccess(doneText),
        onError: (error) => notifyError(errorMessage(error, 'The leads could not be assigned.')),
      },
    )
  return (
    <>
      <Menu.Label>Assign to</Menu.Label>
      {members.map(({ _id, name, role }) => (
        <Menu.Item
          key={_id}
          disabled={_id === present}
          rightSection={<small>{agentRoleLabels[role]}</small>}
          onClick={() => send(_id, `Assigned to ${name}.`)}
        >
          <bdi style={{ overflowWrap: 'anywhere' }}>{name}</bdi>
        </Menu.Item>
      ))}
      {leadIds.length > 1 && (
        <Menu.Item
          leftSection={<IconArrowsShuffle size={16} aria-hidden />}
          onClick={() => send(undefined, 'Assigned in turn.')}
        >
          In turn
        </Menu.Item>
      )}
      {present && (
        <Menu.Item onClick={() => send(null, 'Not assigned any more.')}>No one</Menu.Item>
      )}
    </>
  )
}

/** A button that opens the menu. */
export function AssignButton({ label, ...items }: AssignItemsProps & { label: string }) {
  const members = useAssignees()
  if (members.length === 0) return null
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw="20rem" mah="20rem" style={{ overflowY: 'auto' }}>
        <AssignItems {...items} />
      </Menu.Dropdown>
    </Menu>
  )
}
