import { AdminEnquiries } from '../../features/enquiries/admin/admin-enquiries.tsx'

/** What travellers ask for, and what becomes of it. */
export default function EnquiriesPage() {
  return <AdminEnquiries />
}
