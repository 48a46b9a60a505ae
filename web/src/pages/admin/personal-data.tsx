import { PersonalData } from '../../features/personal-data/personal-data.tsx'

export default function PersonalDataPage() {
  return <PersonalData />
}
