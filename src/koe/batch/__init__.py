"""Jobs in a file, a JSON object in each line -> a folder with an audio file for each of them."""
