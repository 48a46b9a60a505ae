import { Anchor, Button } from '@mantine/core'
import { columnLabels, pipelineStages } from '@raahi/contract/pipeline-labels'
import { IconLayoutKanban } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ConfirmEmailNotice } from '../../features/account/public/confirm-email-notice.tsx'
import { useAccount } from '../../features/account/public/use-account.ts'
import { RoleNotice } from '../../features/members/public/role-notice.tsx'
import FollowUpsDue from '../../features/pipeline/follow-ups-due.tsx'
import { boardQuery } from '../../features/pipeline/public/pipeline.api.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { formatCount } from '../../lib/counts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'

/** The home of a caller: the assigned leads by stage, and the follow-ups that are due. */
export default function CallerDashboard() {
  const { user } = useAccount()
  const { data, error } = useQuery(boardQuery(undefined))
  return (
    <>
      <PageHeader
        title="Agent Dashboard"
        subtitle={
          <>
            Welcome,{' '}
            <Anchor component={Link} to="/dashboard/user-profile" inherit>
              {user.name}
            </Anchor>
            !
          </>
        }
        actions={
          <Button
            component={Link}
            to="/dashboard/pipeline"
            leftSection={<IconLayoutKanban size={18} aria-hidden />}
          >
            Your leads
          </Button>
        }
      />
      <AccountFailed />
      <RoleNotice />
      <ConfirmEmailNotice />
      <StatGrid>
        {pipelineStages.map((stage) => (
          <StatCard
            key={stage}
            label={columnLabels[stage]}
            value={data ? formatCount(data[stage].total) : '—'}
            loading={!data && !error}
          />
        ))}
      </StatGrid>
      <FollowUpsDue />
    </>
  )
}
