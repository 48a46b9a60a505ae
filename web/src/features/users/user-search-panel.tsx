import { kycStatuses } from '@raahi/contract/kyc-states'
import { planFilters, type UserSort, userStatuses } from '@raahi/contract/users'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { kycLabels } from '../kyc/public/kyc-labels.ts'
import { statusLabels } from './public/user-labels.ts'
import type { userFilters } from './user-filters.ts'

const statusOptions = filterOptions('All', userStatuses, statusLabels)
const planOptions = filterOptions('All', planFilters, {
  active: 'With an active plan',
  none: 'Without a plan',
})
const kycOptions = filterOptions('All', kycStatuses, kycLabels)

const sortLabels: Record<UserSort, string> = {
  '-createdAt': 'Newest first',
  '-lastActive': 'Last active first',
  lastActive: 'Inactive longest first',
  '-spent': 'Most spent first',
  spent: 'Least spent first',
  '-returnRate': 'Highest return rate',
  returnRate: 'Lowest return rate',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
}
const sortOptions = Object.entries(sortLabels).map(([value, label]) => ({ value, label }))

/** One search over all fields of a user. The filters by one field, and the order, are folded into it. */
export function UserSearchPanel({ list }: { list: ListFilters<typeof userFilters> }) {
  return (
    <SearchPanel
      activeCount={list.count}
      onClear={list.clear}
      search={
        <TextFilter
          aria-label="Search all fields"
          placeholder="Name, email, city, company, phone, GSTIN or ID"
          {...list.textField('search')}
        />
      }
    >
      <TextFilter label="Name" {...list.textField('name')} />
      <TextFilter label="Email" {...list.textField('email')} />
      <TextFilter label="City" {...list.textField('city')} />
      <TextFilter label="Company" {...list.textField('companyName')} />
      <ChoiceFilter label="Status" options={statusOptions} {...list.choiceField('status')} />
      <ChoiceFilter label="Plan" options={planOptions} {...list.choiceField('plan')} />
      <ChoiceFilter label="KYC" options={kycOptions} {...list.choiceField('kycStatus')} />
      <ChoiceFilter label="Sort by" options={sortOptions} {...list.choiceField('sort')} />
    </SearchPanel>
  )
}
