import { formatRupees } from '@raahi/contract/formats'
import { gstStates } from '@raahi/contract/gst'
import type { Plan } from '@raahi/contract/plans'
import { minOddsPurchases } from '@raahi/contract/return-odds'
import type { StaffRight } from '@raahi/contract/staff-rights'
import {
  IconBuildingStore,
  IconCalculator,
  IconChartBar,
  IconChecks,
  IconCoinRupee,
  IconHourglass,
  IconId,
  IconReplace,
  IconTicket,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { formatPrices } from '../lead-costs/public/format-prices.ts'
import { useLeadCosts } from '../lead-costs/public/lead-costs.api.ts'
import { sellerQuery } from '../payments/public/invoice-seller.api.ts'
import { usePlans } from '../plans/public/plans.api.ts'
import { formatSteps } from '../price-ageing/public/format-steps.ts'
import { usePriceAgeing } from '../price-ageing/public/price-ageing.api.ts'
import { formatShown } from '../return-odds/public/format-odds.ts'
import { useReturnOdds } from '../return-odds/public/return-odds.api.ts'
import { useReturnPolicies } from '../return-policy/public/return-policy.api.ts'
import { Accountant } from './accountant.tsx'
import { ApprovalLimit } from './approval-limit.tsx'
import { BuyingNeedsKyc } from './buying-needs-kyc.tsx'
import { SettingText } from './setting-text.tsx'
import classes from './settings-rows.module.css'

interface SettingsRow {
  title: string
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** The present state in one line, or the fields that change it. */
  State: ComponentType
  /** An admin needs it besides `settings`. */
  needs?: StaffRight
  /** The screen that changes it. */
  link?: { to: `/dashboard/${string}`; label: string; needs?: StaffRight }
}

/** What admins decide, one row per subject. A new setting is a new entry. */
export const settingsRows: readonly SettingsRow[] = [
  {
    title: 'Prices',
    needs: 'money',
    icon: IconCoinRupee,
    State: PricesState,
    link: { to: '/dashboard/lead-cost', label: 'Edit prices' },
  },
  {
    title: 'Prices by age',
    needs: 'money',
    icon: IconHourglass,
    State: PriceAgeingState,
    link: { to: '/dashboard/lead-cost', label: 'Edit prices by age' },
  },
  {
    title: 'Plans',
    needs: 'money',
    icon: IconTicket,
    State: PlansState,
    link: { to: '/dashboard/add-new-plans', label: 'Edit plans' },
  },
  {
    title: 'KYC',
    icon: IconId,
    State: BuyingNeedsKyc,
    link: { to: '/dashboard/kyc', label: 'KYC documents', needs: 'agents' },
  },
  {
    title: 'Returns',
    icon: IconReplace,
    State: ReturnsState,
    link: { to: '/dashboard/return-policy', label: 'Return policy' },
  },
  {
    title: 'Return odds',
    icon: IconChartBar,
    State: OddsState,
    link: { to: '/dashboard/return-odds', label: 'Return odds' },
  },
  {
    title: 'Staff',
    icon: IconUsersGroup,
    State: () => 'The admins, and what each may see and do.',
    link: { to: '/dashboard/staff', label: 'Edit staff' },
  },
  {
    title: 'Approvals',
    icon: IconChecks,
    State: ApprovalLimit,
    link: { to: '/dashboard/approvals', label: 'Approvals', needs: 'money' },
  },
  {
    title: 'Company',
    icon: IconBuildingStore,
    State: CompanyState,
    link: { to: '/dashboard/invoices', label: 'Invoices', needs: 'money' },
  },
  {
    title: 'Accountant',
    icon: IconCalculator,
    State: Accountant,
  },
]

function PricesState() {
  return (
    <SettingText query={useLeadCosts()} failed="The prices could not be loaded.">
      {formatPrices}
    </SettingText>
  )
}

function PriceAgeingState() {
  return (
    <SettingText query={usePriceAgeing()} failed="The prices by age could not be loaded.">
      {([current]) => current && formatSteps(current)}
    </SettingText>
  )
}

function PlansState() {
  return (
    <SettingText query={usePlans({ enabled: true })} failed="The plans could not be loaded.">
      {formatPlans}
    </SettingText>
  )
}

/** '3 plans, from ₹499 to ₹4,999.' @param plans the cheapest first */
function formatPlans(plans: readonly Plan[]): string {
  const [first] = plans
  const last = plans.at(-1)
  if (!first || !last) return 'Agents cannot buy a plan until you add one.'
  const prices =
    first.price === last.price
      ? formatRupees(first.price)
      : `from ${formatRupees(first.price)} to ${formatRupees(last.price)}`
  return `${formatUnits(plans.length, 'plan')}, ${prices}.`
}

function ReturnsState() {
  return (
    <SettingText query={useReturnPolicies()} failed="The return policy could not be loaded.">
      {([policy]) =>
        policy && (
          <>
            {formatUnits(policy.reportDays, 'day')} to report a bad lead,{' '}
            {formatUnits(policy.decideHours, 'hour')} to decide. Version {policy.version}, since{' '}
            <DateTime value={policy.startsAt} />.
          </>
        )
      }
    </SettingText>
  )
}

function OddsState() {
  return (
    <SettingText query={useReturnOdds()} failed="The return odds could not be loaded.">
      {({ computed }) =>
        computed
          ? formatShown(computed, minOddsPurchases)
          : 'Not computed yet. The server computes them each night.'
      }
    </SettingText>
  )
}

function CompanyState() {
  return (
    <SettingText query={useQuery(sellerQuery)} failed="The company could not be loaded.">
      {({ name, gstin, stateCode }) => (
        <>
          <bdi>{name}</bdi>, {gstStates[stateCode]}, GSTIN {gstin}.
          <p className={classes.note}>
            The seller on invoices. It is set on the server: SELLER_NAME, SELLER_ADDRESS,
            SELLER_GSTIN.
          </p>
        </>
      )}
    </SettingText>
  )
}
