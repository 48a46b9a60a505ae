import { ConfirmEmailNotice } from '../../features/account/public/confirm-email-notice.tsx'
import { AutomaticBuyingPanel } from '../../features/automatic-buying/automatic-buying-panel.tsx'
import { DeviceAlertsPanel } from '../../features/push-alerts/device-alerts-panel.tsx'
import { QuietHoursPanel } from '../../features/saved-searches/quiet-hours.tsx'
import { SavedSearchList } from '../../features/saved-searches/saved-search-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export default function SavedSearchesPage() {
  return (
    <>
      <PageHeader
        title="Saved Searches"
        subtitle="New leads that match your searches, by email and on your devices as soon as they are on sale."
        back={{ to: '/dashboard/my-leads', label: 'Back to All Travel Leads' }}
      />
      <ConfirmEmailNotice />
      <SavedSearchList />
      <DeviceAlertsPanel />
      <AutomaticBuyingPanel />
      <QuietHoursPanel />
    </>
  )
}
