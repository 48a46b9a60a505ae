import { Button, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { LeadCost } from '@raahi/contract/lead-costs'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { CardGrid, CardItem } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'

type LeadCostListProps = {
  costs: readonly LeadCost[]
  onEdit: (cost: LeadCost) => void
  onDelete: (cost: LeadCost) => void
}

/** The prices: a table from 768 px, cards below. */
export function LeadCostList({ costs, onEdit, onDelete }: LeadCostListProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
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
        onClick={() => onEdit(cost)}
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
  return wide ? (
    <LeadCostTable costs={costs} actionsOf={actionsOf} />
  ) : (
    <LeadCostPhoneCards costs={costs} actionsOf={actionsOf} />
  )
}

type LayoutProps = {
  costs: readonly LeadCost[]
  /** The buttons of a price. `nameId` is the id of the element that names the price. */
  actionsOf: (cost: LeadCost, nameId: string) => ReactNode
}

function LeadCostTable({ costs, actionsOf }: LayoutProps) {
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
        {costs.map((cost) => (
          <Table.Tr key={cost._id}>
            <Table.Th scope="row" id={`${id}-${cost.type}`}>
              {leadCostTypeLabels[cost.type]}
            </Table.Th>
            <Table.Td className={classes.amount}>
              <Money rupees={cost.price} />
            </Table.Td>
            <Table.Td>
              <div className={classes.actions}>{actionsOf(cost, `${id}-${cost.type}`)}</div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function LeadCostPhoneCards({ costs, actionsOf }: LayoutProps) {
  const id = useId()
  return (
    <CardGrid label="Lead costs">
      {costs.map((cost) => (
        <CardItem
          key={cost._id}
          title={<span id={`${id}-${cost.type}`}>{leadCostTypeLabels[cost.type]}</span>}
          aside={<Money rupees={cost.price} />}
          actions={actionsOf(cost, `${id}-${cost.type}`)}
        />
      ))}
    </CardGrid>
  )
}
