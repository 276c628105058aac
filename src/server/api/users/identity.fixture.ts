/** The identity of a user, as a client sends it. */
export const IDENTITY = {
  name: { given_name: "Wilhelmina", family_name: "Example" },
  date_of_birth: "1990-04-23",
  emails: [{ data: "ann@mail.example", primary: true }],
  phone_numbers: [{ data: "+14155550010", primary: true }],
  addresses: [
    {
      street_1: "1 Main Street",
      city: "San Francisco",
      region: "CA",
      country: "US",
      postal_code: "94105",
      primary: true,
    },
  ],
  id_numbers: [{ value: "6789", type: "us_ssn_last_4" }],
};
