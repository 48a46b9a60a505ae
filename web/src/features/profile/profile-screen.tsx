import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { ConfirmEmailNotice } from '../account/public/confirm-email-notice.tsx'
import { useAccount } from '../account/public/use-account.ts'
import { agentRoleLabels, agentRoleMeanings } from '../members/public/member-labels.ts'
import { nameOf } from '../users/public/user-labels.ts'
import { PasswordForm } from './password-form.tsx'
import classes from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

/** Loaded only by agents. */
const OwnKycPanel = lazy(() => import('../kyc/public/own-kyc-panel.tsx'))
/** Loaded only by admins. */
const TwoFactorPanel = lazy(() => import('../two-factor/public/two-factor-panel.tsx'))

/** The user's account: profile, password, and sessions. */
export function ProfileScreen({ title }: { title: string }) {
  const { user, query } = useAccount()
  const { hash } = useLocation()
  // Scrolls to the target of a link, because the browser looks for it before the app has rendered it.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <>
      <PageHeader title={title} back={{ to: '/dashboard', label: 'Back to Dashboard' }} />
      {query.error && (
        <RefreshFailed
          text={errorWithReason(query.error, 'Failed to fetch user profile')}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      <ConfirmEmailNotice />
      <div className={classes.panels}>
        <Panel title={nameOf(user)}>
          <p className={classes.who}>
            User ID <ShortId id={user._id} what="user ID" />
          </p>
          <ProfileForm user={user} />
        </Panel>
        <div className={classes.column}>
          {user.agency && user.agency.role !== 'owner' && (
            <Panel title={user.companyName}>
              <p className={classes.who}>
                {agentRoleLabels[user.agency.role]}. {agentRoleMeanings[user.agency.role]}
              </p>
            </Panel>
          )}
          {user.role === 'user' && (user.agency?.role ?? 'owner') === 'owner' && (
            // The target of links, which exists before the panel is loaded.
            <div id="kyc" className={classes.kyc}>
              <Suspense fallback={<SkeletonList label="Loading your KYC..." count={1} />}>
                <OwnKycPanel />
              </Suspense>
            </div>
          )}
          <Panel title="Password">
            <PasswordForm email={user.email} />
          </Panel>
          {user.role === 'admin' && (
            <Suspense>
              <TwoFactorPanel email={user.email} />
            </Suspense>
          )}
          <SessionList />
        </div>
      </div>
    </>
  )
}
