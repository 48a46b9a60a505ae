import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { DashboardStats } from '../../features/dashboard/dashboard-stats.tsx'
import { MonthFigures } from '../../features/dashboard/month-figures.tsx'
import { OpenWork } from '../../features/dashboard/open-work.tsx'
import { RecentLeads } from '../../features/dashboard/recent-leads.tsx'
import { RevenueReport } from '../../features/dashboard/revenue-report.tsx'
import { TopDestinations } from '../../features/dashboard/top-destinations.tsx'
import { useSignedInUser } from '../../lib/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './dashboard.module.css'

/** The admin's view of /dashboard: open work first, then figures. */
export default function AdminDashboard() {
  const { name } = useSignedInUser()
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        subtitle={
          <>
            Welcome,{' '}
            <Anchor component={Link} to="/dashboard/admin-profile" inherit>
              {name}
            </Anchor>
          </>
        }
      />
      <div className={classes.page}>
        <OpenWork />
        <MonthFigures />
        <RevenueReport />
        <DashboardStats />
        <div className={classes.panels}>
          <RecentLeads />
          <TopDestinations />
        </div>
      </div>
    </>
  )
}
