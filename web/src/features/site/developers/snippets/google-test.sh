curl -X POST https://public-url.invalid/api/intake/google-ads/SOURCE_ID \
  -H 'Content-Type: application/json' \
  -d '{
    "google_key": "YOUR_GOOGLE_KEY",
    "is_test": true,
    "lead_id": "TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz",
    "user_column_data": [
      { "column_id": "FULL_NAME", "column_name": "Full Name", "string_value": "FirstName LastName" },
      { "column_id": "PHONE_NUMBER", "column_name": "User Phone", "string_value": "+919876543212" },
      { "column_id": "EMAIL", "column_name": "User Email", "string_value": "test@example.com" }
    ],
    "api_version": "1.0",
    "form_id": 40000000000,
    "campaign_id": 12345678901,
    "adgroup_id": 20000000000,
    "creative_id": 30000000000,
    "gcl_id": "TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  }'
