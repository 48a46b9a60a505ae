import { Button } from '@mantine/core'
import { formatPaise } from '@raahi/contract/formats'
import type { Plan } from '@raahi/contract/plans'
import {
  IconCalendarTime,
  IconGift,
  IconMapPin,
  IconStarFilled,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useId } from 'react'
import { Money } from '../../../ui/money.tsx'
import { daysText, leadsText, planTypeLabels } from '../public/plan-labels.ts'
import { PlanScene } from '../public/plan-scene.tsx'
import classes from './plan-offer.module.css'
import { paisePerLead, type Saving } from './plan-value.ts'

interface PlanOfferProps {
  plan: Plan
  saving: Saving | null
  /** Whether this plan has the lowest price per lead of all shown plans. */
  best: boolean
  /** Whether this is a free plan that the agent has had already. */
  had: boolean
  onBuy: (plan: Plan) => void
}

/** A plan of the catalogue, with a button to buy it. */
export function PlanOffer({ plan, saving, best, had, onBuy }: PlanOfferProps) {
  const title = useId()
  return (
    <li className={classes.offer} data-best={best || undefined} aria-labelledby={title}>
      <div className={classes.picture}>
        <PlanScene planType={plan.planType} />
        {best && (
          <span className={classes.ribbon}>
            <IconStarFilled size={14} aria-hidden />
            Lowest price per lead
          </span>
        )}
        {plan.price === 0 && (
          <span className={classes.ribbon}>
            <IconGift size={16} aria-hidden />
            Free
          </span>
        )}
      </div>
      <div className={classes.head}>
        <h3 id={title} className={classes.name}>
          <bdi>{plan.planName}</bdi>
        </h3>
        <bdi className={classes.id}>{plan.planId}</bdi>
      </div>
      <div className={classes.priced}>
        <p className={classes.price}>
          <Money rupees={plan.price} />
        </p>
        {plan.price > 0 && (
          <p className={classes.each}>
            <Money paise={paisePerLead(plan)} /> a lead
          </p>
        )}
      </div>
      <p className={classes.description}>{plan.description}</p>
      <dl className={classes.terms}>
        <div>
          <dt>
            <IconUsersGroup size={18} aria-hidden />
            Quota
          </dt>
          <dd>{leadsText(plan.numberOfLeads)}</dd>
        </div>
        <div>
          <dt>
            <IconCalendarTime size={18} aria-hidden />
            Valid for
          </dt>
          <dd>{daysText(plan.validity)}</dd>
        </div>
        <div>
          <dt>
            <IconMapPin size={18} aria-hidden />
            Covers
          </dt>
          <dd>{planTypeLabels[plan.planType]}</dd>
        </div>
      </dl>
      <div className={classes.foot}>
        {saving && plan.price > 0 && <SavingNote saving={saving} />}
        {had ? (
          <p className={classes.had}>
            You have already taken this free plan. Each agent can take it once.
          </p>
        ) : (
          <Button fullWidth aria-describedby={title} onClick={() => onBuy(plan)}>
            Buy Plan
          </Button>
        )}
      </div>
    </li>
  )
}

function SavingNote({ saving: { paise, percent, atLeast } }: { saving: Saving }) {
  return (
    <p className={classes.saving}>
      Saves {atLeast && 'at least '}
      <strong>{formatPaise(paise)}</strong> ({percent}%) compared with paying for each new lead from
      the wallet
    </p>
  )
}
