import { Button, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { LeadCost } from '@raahi/contract/lead-costs'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { CardGrid, CardItem } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { EditLeadCost } from './edit-lead-cost.tsx'
import { leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'

type LeadCostListProps = {
  costs: readonly LeadCost[]
  onDelete: (cost: LeadCost) => void
}

/** The prices: a table from 768 px, cards below. Each is edited in its row. */
export function LeadCostList({ costs, onDelete }: LeadCostListProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  const [editedId, setEditedId] = useState<string | null>(null)
  /** The price whose Edit button gets the focus back. */
  const closedId = useRef<string>(null)
  if (costs.length === 0) {
    return (
      <EmptyState text="No lead costs yet. Agents cannot buy any lead until the first one is created." />
    )
  }
  const actionsOf = (cost: LeadCost, nameId: string) => (
    <>
      <Button
        variant="default"
        aria-describedby={nameId}
        leftSection={<IconPencil size={18} aria-hidden />}
        ref={(button) => {
          if (!button || closedId.current !== cost._id) return
          closedId.current = null
          button.focus()
        }}
        onClick={() => setEditedId(cost._id)}
      >
        Edit
      </Button>
      <Button
        variant="outline"
        color="brick"
        aria-describedby={nameId}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => onDelete(cost)}
      >
        Delete
      </Button>
    </>
  )
  const editorOf = (cost: LeadCost) =>
    cost._id === editedId && (
      <EditLeadCost
        cost={cost}
        onClose={() => {
          closedId.current = cost._id
          setEditedId(null)
        }}
      />
    )
  const Layout = wide ? LeadCostTable : LeadCostPhoneCards
  return <Layout costs={costs} actionsOf={actionsOf} editorOf={editorOf} />
}

type LayoutProps = {
  costs: readonly LeadCost[]
  /** The buttons of a price. `nameId` is the id of the element that names the price. */
  actionsOf: (cost: LeadCost, nameId: string) => ReactNode
  /** The form of the price that is being edited; false for the others. */
  editorOf: (cost: LeadCost) => ReactNode
}

function LeadCostTable({ costs, actionsOf, editorOf }: LayoutProps) {
  const id = useId()
  return (
    <Table aria-label="Lead costs" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Type</Table.Th>
          <Table.Th scope="col" className={classes.amount}>
            Price
          </Table.Th>
          <Table.Th scope="col" className={classes.actionsHead}>
            Actions
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {costs.map((cost) => {
          const nameId = `${id}-${cost.type}`
          const editor = editorOf(cost)
          return (
            <Table.Tr key={cost._id}>
              <Table.Th scope="row" id={nameId}>
                {leadCostTypeLabels[cost.type]}
              </Table.Th>
              {editor ? (
                <Table.Td colSpan={2}>{editor}</Table.Td>
              ) : (
                <>
                  <Table.Td className={classes.amount}>
                    <Money rupees={cost.price} />
                  </Table.Td>
                  <Table.Td>
                    <div className={classes.actions}>{actionsOf(cost, nameId)}</div>
                  </Table.Td>
                </>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function LeadCostPhoneCards({ costs, actionsOf, editorOf }: LayoutProps) {
  const id = useId()
  return (
    <CardGrid label="Lead costs">
      {costs.map((cost) => {
        const nameId = `${id}-${cost.type}`
        const editor = editorOf(cost)
        return (
          <CardItem
            key={cost._id}
            title={<span id={nameId}>{leadCostTypeLabels[cost.type]}</span>}
            aside={<Money rupees={cost.price} />}
            actions={!editor && actionsOf(cost, nameId)}
          >
            {editor}
          </CardItem>
        )
      })}
    </CardGrid>
  )
}
