import { AdminEnquiries } from '../../features/enquiries/admin/admin-enquiries.tsx'

/** The screen on which admins convert or reject the enquiries of travellers. */
export default function EnquiriesPage() {
  return <AdminEnquiries />
}
