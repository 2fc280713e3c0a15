-- What the guest answered to the owner's questions (setting checkout_questions), as words for people are made of it later.

ALTER TABLE orders ADD COLUMN answers TEXT; -- such as `no_cutlery,no_call`; NULL: nothing was asked or there is nothing to say
