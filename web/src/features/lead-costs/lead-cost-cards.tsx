import { type LeadCost, leadCostTypes } from '@raahi/contract/lead-costs'
import { IconArrowsSplit, IconMap, IconWorld } from '@tabler/icons-react'
import { Money } from '../../ui/money.tsx'
import { emptyHint, StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { describePrice, findCost, leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'

const icons = { domestic: IconMap, international: IconWorld, both: IconArrowsSplit }

/** One card per lead type: its price and what it means. `costs` is undefined while the prices load. */
export function LeadCostCards({ costs }: { costs: readonly LeadCost[] | undefined }) {
  return (
    <div className={classes.cards}>
      <StatGrid>
        {leadCostTypes.map((type) => {
          const ownCost = costs && findCost(costs, type)
          return (
            <StatCard
              key={type}
              label={leadCostTypeLabels[type]}
              icon={icons[type]}
              loading={!costs}
              value={
                ownCost ? (
                  <Money rupees={ownCost.price} />
                ) : (
                  <span className={classes.none}>No price set</span>
                )
              }
              hint={costs ? describePrice(costs, type) : emptyHint}
            />
          )
        })}
      </StatGrid>
    </div>
  )
}
