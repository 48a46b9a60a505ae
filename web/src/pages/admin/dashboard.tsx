import { Anchor } from '@mantine/core'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { Link } from 'react-router'
import { useDashboardFilters } from '../../features/dashboard/dashboard-filters.ts'
import { DashboardStats } from '../../features/dashboard/dashboard-stats.tsx'
import { OpenWork } from '../../features/dashboard/open-work.tsx'
import { PeriodFigures } from '../../features/dashboard/period-figures.tsx'
import { PeriodPicker } from '../../features/dashboard/period-picker.tsx'
import { RecentLeads } from '../../features/dashboard/recent-leads.tsx'
import { RevenueReport } from '../../features/dashboard/revenue-report.tsx'
import { TopDestinations } from '../../features/dashboard/top-destinations.tsx'
import { useSignedInUser } from '../../lib/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './dashboard.module.css'

/** The admin's view of /dashboard: open work first, then figures. */
export default function AdminDashboard() {
  const user = useSignedInUser()
  const list = useDashboardFilters()
  const period = list.filters
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        subtitle={
          <>
            Welcome,{' '}
            <Anchor component={Link} to="/dashboard/admin-profile" inherit>
              {user.name}
            </Anchor>
          </>
        }
      />
      <div className={classes.page}>
        <OpenWork period={period} />
        <PeriodPicker list={list} />
        <PeriodFigures period={period} />
        {mayOneOf(user, 'money') && <RevenueReport list={list} />}
        <DashboardStats period={period} />
        <div className={classes.panels}>
          {mayOneOf(user, 'leads') && <RecentLeads />}
          <TopDestinations />
        </div>
      </div>
    </>
  )
}
